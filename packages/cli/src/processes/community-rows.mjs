import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The communities of a folder with their addresses. A file that cannot be read does not stop the others, so it is named instead.
 * @param {string} deploymentsDir
 * @param {number} port
 * @returns {Promise<[name: string, text: string][]>}
 */
export async function communityRows(deploymentsDir, port) {
  const names = (await readdir(deploymentsDir)).filter((name) => name.endsWith('.json') && name !== 'base.json');
  return Promise.all(
    names.map(async (file) => {
      const id = file.replace(/\.json$/, '');
      try {
        const { title, languages, default: first } = JSON.parse(await readFile(join(deploymentsDir, file), 'utf8'));
        // A title is a text, or one text per language of the community.
        const name = typeof title === 'string' ? title : title[languages?.[0] ?? 'en'];
        const addresses = `http://${id}.localhost:${port}${first ? `  and  http://localhost:${port}` : ''}`;
        return /** @type {[string, string]} */ ([name ?? id, addresses]);
      } catch {
        return /** @type {[string, string]} */ ([id, `${file} is refused: npm run doctor -- ${id} says why`]);
      }
    }),
  );
}
