/** Calls all listeners, also after one that throws: others may belong to other modules. The page handles the error as any other. */
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
