import { readManifest } from '../module/module-manifest.mjs';

/** Reads a module's manifest at each build. A fault in it is an error of the build, like one in any other file. */
export class ManifestPlugin {
  /** Of the last build without a fault. @type {import('@paddock/contract/core/manifest').Manifest | undefined} */
  manifest;

  /** @param {string} dir the module's folder, absolute */
  constructor(dir) {
    this.dir = dir;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('manifest', (compilation) => {
      compilation.hooks.finishModules.tapPromise('manifest', async () => {
        try {
          this.manifest = await readManifest({ dir: this.dir, version: '0.0.0-dev' });
        } catch (error) {
          compilation.errors.push(/** @type {any} */ (new Error(error.message)));
        }
      });
    });
  }
}
