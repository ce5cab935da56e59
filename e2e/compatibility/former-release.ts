import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '@paddock/cli/paths.mjs';

export interface FormerRelease {
  shellDir: string;
  registryDir: string;
  /** Module → version. */
  modules: Readonly<Record<string, string>>;
}

/** Unpacks the stored shell and modules of the last version that was handed out into a folder of its own. */
export function unpackFormerRelease(): FormerRelease {
  const dir = mkdtempSync(join(tmpdir(), 'paddock-former-'));
  const packed = readFileSync(join(root, 'e2e/compatibility/former-release.tar.br'));
  execFileSync('tar', ['-x', '-C', dir], { input: brotliDecompressSync(packed) });
  const registryDir = join(dir, 'registry');
  const modules = readdirSync(registryDir).map((id) => [id, readdirSync(join(registryDir, id))[0]!]);
  return { shellDir: join(dir, 'shell'), registryDir, modules: Object.fromEntries(modules) as Record<string, string> };
}
