/*
 * Stores the built shell and the stable releases of some modules as those that the specs beside it run against the present ones:
 * `node e2e/compatibility/store-release.mjs`, after a version of the whole was handed out.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { varDir } from '@paddock/cli/paths.mjs';

/** Those of the spec's journey. */
const modules = ['mfe-account', 'mfe-chats', 'mfe-shouts', 'mfe-people'];
/** More is too much for a repository that stores each renewal. */
const maxBytes = 2_000_000;

const from = resolve(process.argv[2] ?? varDir);
const releases = modules.map((id) => {
  const { stable } = JSON.parse(readFileSync(join(from, 'registry', id, 'channels.json'), 'utf8'));
  return join('registry', id, stable);
});
// Compressed copies are made from the files.
const copies = ['--exclude=*.br', '--exclude=*.gz'];
const tar = execFileSync('tar', ['-c', '--sort=name', ...copies, '-C', from, 'shell', ...releases], {
  maxBuffer: 100_000_000,
});
const packed = brotliCompressSync(tar, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: tar.length },
});
if (packed.length > maxBytes) throw new Error(`${packed.length} bytes are more than ${maxBytes}: store fewer modules.`);
const file = join(dirname(import.meta.filename), 'former-release.tar.br');
writeFileSync(file, packed);
console.log(`${relative(process.cwd(), file)}: ${packed.length} bytes, ${releases.join(', ')}`);
