/** The integrity hashes of a runtime's chunks, as rspack writes them: `.sriHashes = {596: "…",799: "…"}`. */
const hashes = /(\.sriHashes = \{)([^}]*)(\})/;

/** Sorts the hashes by chunk. Their order is that of a hash map, so that a second build in a process would make other files. */
export class SortedIntegrity {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const options = { name: 'SortedIntegrity', stage: Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS };
    compiler.hooks.thisCompilation.tap(options.name, (compilation) =>
      compilation.hooks.processAssets.tap(options, (assets) => {
        for (const [name, asset] of Object.entries(assets)) {
          const text = name.endsWith('.js') ? asset.source().toString() : '';
          if (hashes.test(text)) compilation.updateAsset(name, new sources.RawSource(sorted(text)));
        }
      }),
    );
  }
}

/** @param {string} text */
const sorted = (text) =>
  text.replace(hashes, (_, before, list, after) => `${before}${list.split(',').sort().join(',')}${after}`);
