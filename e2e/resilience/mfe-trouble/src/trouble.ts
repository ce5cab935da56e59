/** Storage key with which a test makes this module fail before its buttons appear. Without it the module works. */
const key = 'mfe-trouble.fails';

export const isAskedToFail = (way: 'evaluating' | 'mounting'): boolean => localStorage.getItem(key) === way;
