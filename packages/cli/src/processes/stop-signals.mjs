import { clearInterval, setInterval } from 'node:timers';

/**
 * While the process installs and builds, Ctrl-C and SIGTERM end it at once (the next start repeats unfinished work). After
 * `gracefully()` they resolve its promise. npm forwards a Ctrl-C that the terminal has also sent, so a second signal forces the
 * end only after more than a second.
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
 * npm sends a SIGTERM to the shell between it and us, which dies without forwarding it; only the end of our parent shows it.
 * @param {() => void} callback
 */
export function whenParentEnds(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 250).unref();
}
