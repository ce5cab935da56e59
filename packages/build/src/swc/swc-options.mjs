/**
 * How TypeScript is compiled, in tests and builds: modules stay ES modules, and `decorators` (services) emits the
 * constructor types that Nest's injection reads at run time.
 *
 * @returns {import('@swc/core').Options}
 */
export function swcOptions({ decorators = false, jsx = false } = {}) {
  return {
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: {
      target: 'es2022',
      // Keep import attributes: Node and Jest require them for JSON.
      experimental: { keepImportAttributes: true },
      parser: { syntax: 'typescript', tsx: jsx, decorators },
      transform: {
        verbatimModuleSyntax: true,
        ...(decorators && { legacyDecorator: true, decoratorMetadata: true }),
        ...(jsx && { react: { runtime: 'automatic' } }),
      },
    },
    module: { type: 'es6' },
  };
}
