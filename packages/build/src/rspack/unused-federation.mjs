// What Module Federation's runtime names and the shell never uses. Snapshots of deployments, and preloading by them: the
// boot answer says what there is. Remotes and shared modules that a build imports: the shell registers modules as it
// runs, and consumes nothing of what it shares.
import { DisabledSnapshotHandler } from 'federation-runtime-core/plugins/snapshot/disabled.js';

export { DisabledSnapshotHandler as SnapshotHandler };
export const getGlobalRemoteInfo = () => ({});

/** @returns {never} */
function unused() {
  throw new Error('the shell was built without this part of Module Federation (docs/adr/0001)');
}
export { unused as formatPreloadArgs, unused as normalizePreloadExposes, unused as preloadAssets };
export { unused as consumes, unused as installInitialConsumes, unused as remotes };
export const defaultPreloadArgs = {};
