// Very old Node versions parse this file: use no newer syntax.

/**
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined} one sentence when no command can start on it
 */
export function tooOld(version) {
  var major = Number(version.split('.')[0]);
  var minor = Number(version.split('.')[1]);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return 'Paddock needs Node 20.19 or newer, and this is ' + version + ': install it from https://nodejs.org.';
}

/** Whether a command runs on this Node instead of being run again on Node 24. @param {string} version */
export function isNode24(version) {
  return version.split('.')[0] === '24';
}
