/** Injection token of the process's `Logger` (`platform/logging`). */
export const LOGGER = Symbol('logger');
