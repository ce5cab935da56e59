/** Injection token of the process's `Logger` (`infrastructure/logging`). */
export const LOGGER = Symbol('logger');
