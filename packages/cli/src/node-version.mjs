// Read by Node versions far too old: no newer syntax here.
var minimum = [20, 19];

/**
 * @param {string} version like `20.19.0`
 * @returns {string | undefined} one sentence when Paddock cannot run on it
 */
export function tooOld(version) {
  var parts = version.split('.').map(Number);
  if (parts[0] > minimum[0] || (parts[0] === minimum[0] && parts[1] >= minimum[1])) return undefined;
  return (
    'Paddock needs Node ' +
    minimum.join('.') +
    ' or newer, and this is ' +
    version +
    ': install it from https://nodejs.org.'
  );
}
