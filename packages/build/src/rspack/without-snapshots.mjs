// What Module Federation does with snapshots of deployments, and its preloading by them, is never used here: the boot
// answer says what there is. Its runtime names both all the same.
import { DisabledSnapshotHandler } from 'federation-runtime-core/plugins/snapshot/disabled.js';

export { DisabledSnapshotHandler as SnapshotHandler };
export const getGlobalRemoteInfo = () => ({});

/** @returns {never} */
function unused() {
  throw new Error('Module Federation does not preload here: the shell does (docs/adr/0001)');
}
export { unused as formatPreloadArgs, unused as normalizePreloadExposes, unused as preloadAssets };
export const defaultPreloadArgs = {};
