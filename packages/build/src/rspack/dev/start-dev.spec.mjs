import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { root } from '../config/places.mjs';
import { sha384 } from '../module/integrity.mjs';
import { startDev } from './start-dev.mjs';

const module = 'var/test/start-dev/mfe-content';
const dir = path.join(root, module);
const source = path.join(dir, 'src/index.ts');

const manifestFile = path.join(dir, 'manifest.ts');

const icon = [['circle', { r: 9 }]];
const titles = { en: 'Released home', ar: 'الرئيسية المنشورة' };
const ofServices = [
  '/dev/mail',
  '/favicon.svg',
  '/health',
  '/icon-180.png',
  '/live',
  '/manifest.webmanifest',
  '/metrics',
];
/** Without `PUT /links/{id}`. */
const paths = {};
/** Answers as the services do: with the module's release, titles in the requested language. */
const services = createServer((req, res) => {
  const language = req.headers['accept-language'] === 'ar' ? 'ar' : 'en';
  const base = '/mfe-content/1.0.0-released/';
  const module = { id: 'mfe-content', version: '1.0.0-released', base, manifest: { title: titles[language] } };
  const tabs = [
    { id: 'home', title: titles[language], icon, module: 'mfe-content' },
    { id: 'links', title: 'Of the deployment', icon, module: 'mfe-content' },
    { id: 'chats', title: 'Chats', icon, module: 'mfe-chats' },
  ];
  const replies = {
    '/api/boot': { languages: ['en', 'ar'], modules: [module], tabs },
    '/api/openapi.json': { paths },
    ...Object.fromEntries(ofServices.map((address) => [address, { from: 'services' }])),
    [`${base}manifest.json`]: {
      title: titles,
      tabs: [
        { id: 'home', title: titles },
        { id: 'links', title: titles },
      ],
    },
  };
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(replies[req.url ?? '']));
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

test('forwards what the services serve besides calls, and sends the page at every other address', async () => {
  for (const address of ofServices) expect([address, await text(address)]).toEqual([address, '{"from":"services"}']);
  for (const address of ['/main/home', '/healthy']) expect(await text(address)).toContain('shell.js');
});

test('compiles the shell without a warning', async () => {
  const socket = new globalThis.WebSocket(`${origin.replace('http', 'ws')}/ws`);
  const types = [];
  socket.addEventListener('message', ({ data }) => types.push(JSON.parse(data).type));
  await eventually(() => types.some((type) => ['ok', 'warnings', 'errors'].includes(type)));
  socket.close();
  expect(types).toContain('ok');
});

test('serves the current build after each of three edits, with its integrity', async () => {
  const script = 'assets/__federation_expose_lifecycles.js';
  for (const edit of ['first edit', 'second edit', 'third edit']) {
    await writeFile(source, `${original}\nconsole.log('${edit}');\n`);
    // Only the script with the edit: the boot reply has the hash of every file.
    await eventually(async () => (await text(`/mfe-content/dev/${script}`)).includes(edit));
    const { version, base, integrity } = await servedModule();
    expect([version, base, Object.keys(integrity)]).toEqual([
      'dev',
      '/mfe-content/dev/',
      expect.arrayContaining([script]),
    ]);
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

test('names a fault of the manifest with file and line, and serves nothing else for the module meanwhile', async () => {
  const manifest = await readFile(manifestFile, 'utf8');
  const faults = [
    [/permissions: \[/, "permissions: [\n'content.nothing',", "permissions 'content.nothing': is not declared"],
    [/icon: '[a-z-]+'/, "icon: 'no-such-icon'", "lucide has no icon 'no-such-icon'"],
    [/contract: '[^']+'/, "contract: '^9.0.0'", "contract '^9.0.0': does not include"],
  ];
  for (const [from, to, sentence] of faults) {
    const changed = manifest.replace(from, to);
    await writeFile(manifestFile, changed);
    const page = await eventually(async () => {
      const sent = await text('/');
      return sent.includes(sentence) && sent;
    });
    const at = changed.split('\n').findIndex((line) => line.includes(to.split('\n').at(-1))) + 1;
    expect(page).toContain(`mfe-content/manifest.ts:${at}: `);
    // A refresh by meta element would load nothing at an address with #.
    expect(page).toContain('location.reload()');
    const response = await fetch(new URL('/api/boot', origin));
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('released')]);
  }
  await writeFile(manifestFile, manifest);
  await eventually(async () => (await text('/')).includes('shell.js'));
});

test("serves title and icon of the source in the language of the page, and keeps a tab's title of the deployment", async () => {
  const boot = async (language) =>
    (await fetch(new URL('/api/boot', origin), { headers: { 'accept-language': language } })).json();
  const { modules, tabs } = await boot('ar');
  expect([modules[0].version, modules[0].manifest.title, modules[0].manifest.tabs]).toEqual([
    'dev',
    'المحتوى',
    undefined,
  ]);
  expect(tabs.map(({ title }) => title)).toEqual(['الرئيسية', 'Of the deployment', 'Chats']);
  expect(tabs.map((tab) => tab.icon[0][0] === 'circle' && tab.icon.length === 1)).toEqual([false, false, true]);
  const english = await boot('en');
  expect(english.tabs[0].title).toBe('Home');
});

test('shows type errors and calls that the services do not have, and goes on', async () => {
  const socket = new globalThis.WebSocket(`${origin.replace('http', 'ws')}/mfe-content/dev/ws`);
  const warnings = [];
  socket.addEventListener('message', ({ data }) => {
    const { type, data: sent } = JSON.parse(data);
    if (type === 'warnings') warnings.push(...sent);
  });
  await writeFile(source, `${original}\nexport const wrong: string = 7;\n`);
  const line = original.split('\n').length + 1;
  await eventually(() => warnings.some((one) => one.includes(`src/index.ts:${line}: TS2322`)));
  expect(warnings).toContainEqual(expect.stringMatching(/src\/.*:\d+: the running services have no call PUT \//));
  expect((await servedModule()).version).toBe('dev');
  socket.close();
  await writeFile(source, original);
});
