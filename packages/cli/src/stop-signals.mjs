import { clearInterval, setInterval } from 'node:timers';

/**
 * Ctrl-C and SIGTERM end the process at once while it installs and builds (nothing half done is trusted by the next start);
 * after `gracefully()` they are a promise. npm passes on a Ctrl-C that the terminal has sent already, so only one that comes
 * later than a second means "now!".
 */
export function stopSignals() {
  /** @type {() => void} */
  let onSignal = () => process.exit(0);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
  if (process.env.npm_lifecycle_event) whenParentEnds(() => onSignal());
  return {
    /** @returns {Promise<undefined>} */
    gracefully: () =>
      new Promise((resolve) => {
        onSignal = () => {
          const since = performance.now();
          onSignal = () => {
            if (performance.now() - since > 1000) process.exit(1);
          };
          resolve(undefined);
        };
      }),
  };
}

/**
 * npm hands a SIGTERM to the shell between it and us, which dies without passing it on: then only our parent's end tells.
 * @param {() => void} then
 */
function whenParentEnds(then) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 250).unref();
}
