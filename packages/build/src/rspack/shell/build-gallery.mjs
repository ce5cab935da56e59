import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { baseConfig, runBuild } from '../config/base-config.mjs';
import { root } from '../config/places.mjs';

/**
 * The page with every component in all its states, for development and tests; it is never released.
 * @param {{ outDir: string, publicPath?: string, refresh?: boolean }} options
 * @returns {import('@rspack/core').Configuration & { plugins: import('@rspack/core').Plugin[] }}
 */
export const galleryConfig = ({ outDir, publicPath = 'auto', refresh = false }) => ({
  ...baseConfig({
    dir: path.join(root, 'packages/ui'),
    outDir,
    publicPath,
    refresh,
    mode: 'development',
    uniqueName: 'gallery',
  }),
  entry: { gallery: './src/gallery/page.tsx' },
});

/** The gallery's HTML, based on the shell's; `base` is the address of its files. */
export async function galleryPage(base) {
  const template = await readFile(path.join(root, 'shell/index.html'), 'utf8');
  return template
    .replace('<title>Paddock</title>', '<title>Components of Paddock</title>')
    .replace(
      '<!-- assets -->',
      `<link rel="stylesheet" href="${base}assets/gallery.css" /><script defer src="${base}assets/gallery.js"></script>`,
    );
}

/** @param {{ outDir: string }} options `outDir` absolute; served at any address */
export async function buildGallery({ outDir }) {
  await runBuild(galleryConfig({ outDir }));
  await writeFile(path.join(outDir, 'index.html'), await galleryPage('./'));
}
