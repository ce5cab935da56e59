/**
 * Removes the keys of an icon's children.
 * @param {string} source
 */
export default function withoutKeys(source) {
  return source.replace(/, key: "\w+"/g, '');
}
