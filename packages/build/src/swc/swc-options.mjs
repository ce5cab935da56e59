/**
 * How TypeScript becomes JavaScript, in tests and builds alike: modules stay ES modules, and with `decorators` (services)
 * constructor types are emitted, which Nest's injection reads at run time.
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
      // What is imported with a type stays told apart, as Node and Jest ask for of JSON.
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
