import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { root } from './base-config.mjs';
import { sha384 } from './integrity.mjs';
import { startDev } from './start-dev.mjs';

const module = 'var/test/start-dev/mfe-content';
const dir = path.join(root, module);
const source = path.join(dir, 'src/index.ts');

/** Answers the boot call as the services do: with the module's release, its title in the requested language. */
const services = createServer((req, res) => {
  const title = req.headers['accept-language'] === 'ar' ? 'الرئيسية' : 'Home';
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ modules: [{ id: 'mfe-content', version: '1.0.0-released', manifest: { title } }] }));
});
let dev;
let origin;
let original;

beforeAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await mkdir(path.dirname(dir), { recursive: true });
  await cp(path.join(root, 'mfe-content'), dir, {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
  original = await readFile(source, 'utf8');
  await new Promise((resolve) => services.listen(0, '127.0.0.1', resolve));
  dev = await startDev({ target: `http://127.0.0.1:${services.address().port}`, module });
  origin = `http://127.0.0.1:${dev.port}`;
});

afterAll(async () => {
  await dev?.close();
  await new Promise((resolve) => services.close(resolve));
  await rm(dir, { recursive: true, force: true });
});

const text = async (address) => (await fetch(new URL(address, origin))).text();
const servedModule = async () => JSON.parse(await text('/api/boot')).modules[0];

/** Repeats until the check holds: the watcher notices a change after a moment. */
async function eventually(check) {
  for (let left = 300; left > 0; left--) {
    const value = await check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The change was not served within 30 s.');
}

async function servedCode() {
  const { base, integrity } = await servedModule();
  const scripts = Object.keys(integrity).filter((file) => file.endsWith('.js'));
  return (await Promise.all(scripts.map((file) => text(base + file)))).join('\n');
}

test('serves the current build after each of three edits, with its integrity', async () => {
  for (const edit of ['first edit', 'second edit', 'third edit']) {
    await writeFile(source, `${original}\nconsole.log('${edit}');\n`);
    await eventually(async () => (await servedCode()).includes(edit));
    const { version, base, integrity } = await servedModule();
    expect(version).toBe('dev');
    for (const [file, hash] of Object.entries(integrity))
      expect([file, sha384(Buffer.from(await (await fetch(new URL(base + file, origin))).arrayBuffer()))]).toEqual([
        file,
        hash,
      ]);
  }
});

test('shows errors of the compiler in the browser until the module compiles', async () => {
  expect(await text('/')).not.toContain('does not compile');
  await writeFile(source, `${original}\nconst unfinished = {;\n`);
  const page = await eventually(async () => {
    const sent = await text('/');
    return sent.includes('mfe-content does not compile') && sent;
  });
  expect(page).toContain('src/index.ts');
  expect(page).toContain('const unfinished');
  await writeFile(source, original);
  await eventually(async () => (await text('/')).includes('shell.js'));
});

test("serves the module's title in the language of the page", async () => {
  const response = await fetch(new URL('/api/boot', origin), { headers: { 'accept-language': 'ar' } });
  const [{ version, manifest }] = (await response.json()).modules;
  expect([version, manifest.title, manifest.tabs]).toEqual(['dev', 'الرئيسية', undefined]);
});
