// Replaces parts of Module Federation's runtime that the shell never uses: deployment snapshots and preloading from
// them, because the boot reply lists everything; and remotes and shared modules imported by a build, because the shell
// registers modules at run time and consumes nothing that it shares.
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
