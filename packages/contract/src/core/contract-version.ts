/**
 * Version of this contract. A module declares the range it was built for; the shell checks the range before it loads the
 * module. A change that breaks a module raises the major version. Equals this package's version (a test compares them).
 */
export const contractVersion = '1.0.0';
