const { basename } = require('node:path');

/** A style sheet exports each class as its own name; other assets export their file name. */
module.exports = {
  process: (_source, file) => ({
    code: file.endsWith('.css')
      ? "export default new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? name : undefined) });"
      : `export default ${JSON.stringify(basename(file))};`,
  }),
};
// Jest needs a cache key to keep the result as an ES module.
module.exports.getCacheKey = (_source, file) => `asset-1:${basename(file)}`;
