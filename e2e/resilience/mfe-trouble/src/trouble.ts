/** Where a test says how this module is to fail before anybody can press a button in it. Without it the module is sound. */
const key = 'mfe-trouble.fails';

export const isAskedToFail = (way: 'evaluating' | 'mounting'): boolean => localStorage.getItem(key) === way;
