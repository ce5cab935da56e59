/** Runs `work` in one window at a time. */
export const withLock = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  // Absent from pages without HTTPS.
  'locks' in navigator ? navigator.locks.request(`paddock.${key}`, work) : work();
