/** Storage key with which a test makes this module fail before its buttons appear. Without it the module works. */
const key = 'mfe-trouble.fails';

export type FailsWhile = 'evaluating' | 'bootstrapping' | 'mounting';

export const isAskedToFail = (way: FailsWhile): boolean => localStorage.getItem(key) === way;

const leaks = 'mfe-trouble.leaks';

/** Whether a test has asked this module to leave a listener behind at every unmount. */
export const isLeaking = (): boolean => localStorage.getItem(leaks) !== null;
export const leakFromNowOn = (): void => localStorage.setItem(leaks, 'yes');
