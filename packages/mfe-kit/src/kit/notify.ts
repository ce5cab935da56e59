/** Calls all listeners, also after one that throws: they may belong to different modules. The error goes to the page's handler. */
export function notify<Arguments extends unknown[]>(
  listeners: Iterable<(...args: Arguments) => void>,
  ...args: Arguments
): void {
  for (const listener of [...listeners])
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
}
