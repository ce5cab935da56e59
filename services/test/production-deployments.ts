import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const realDeployments = fileURLToPath(new URL('../../deployments', import.meta.url));

/** A copy of the demo deployments without the test provider, which production refuses. */
export async function productionDeployments(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-production-'));
  await cp(realDeployments, folder, { recursive: true });
  for (const name of ['motorsport.json', 'workplace.json']) {
    const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as { flags: Record<string, unknown> };
    delete file.flags['card_public_key'];
    await writeFile(join(folder, name), JSON.stringify(file));
  }
  return folder;
}
