/** Where `@Answers` keeps a handler's call. */
export const CALL = Symbol('call');
