import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { undeclaredUses } from './undeclared-uses.mjs';

const source = `import { readEvents, type EventItem } from '@paddock/contract/calls/events';
import type { readChats } from '@paddock/contract/calls/chats';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';

export const A = () => useSlotAvailable('shouts.comments') && <Slot name="account.report" props={{}} />;
`;

const links = `const other = useHref('people.profile', { uid });
const hrefs = useHrefs();
const rows = [hrefs('shouts.feed', {}), hrefs('x.own', {}), linkAddress(boot, 'events.list', {})];
`;

const keys = `const KEY = 'mfe-x.wait';
const own = \`mfe-x.last.\${user}\`;
sessionStorage.setItem(KEY, localStorage.getItem(own) ?? '');
localStorage.getItem('user');
window.localStorage['user'];
const { storage } = useKit();
storage.removeItem(\`\${own}\`);
localStorage.clear();
const rows = createMemberDatabase<Schema>(\`mfe-x.rows.\${user}\`, {});
const files = createMemberDatabase<Schema>(\`paddock.files.\${user}\`, {});
window.indexedDB?.open('mfe-xy.rows');
indexedDB.deleteDatabase(own);
await openDB(name, 1);
`;

/** A line of a module's file, and what of it the build names. */
const hidden = [
  ["window.indexedDB.open('other');", 'window.indexedDB.open'],
  ["self.indexedDB.open('other');", 'self.indexedDB.open'],
  ["globalThis['indexedDB'].open('other');", "globalThis['indexedDB']"],
  ["(globalThis as Page).indexedDB!.open('other');", '(globalThis as Page).indexedDB!.open'],
  ["window.top.indexedDB['open']('other');", "window.top.indexedDB['open']"],
  ['const { indexedDB } = window;', 'indexedDB'],
  ['const { indexedDB: db } = window;', 'indexedDB'],
  ['const db = indexedDB;', 'indexedDB'],
  ['const open = indexedDB.open.bind(indexedDB);', 'indexedDB.open', 'indexedDB'],
  ['use(window.indexedDB);', 'window.indexedDB'],
  ["import { openDB as open } from 'idb';", 'openDB'],
  ["import * as idb from 'idb'; idb.openDB('other', 1);", 'idb.openDB'],
  ['const open = createMemberDatabase;', 'createMemberDatabase'],
  ['const store = localStorage;', 'localStorage'],
  ['const { sessionStorage: store } = window;', 'sessionStorage'],
  // Names that another part of the file declares.
  ["const a = () => { const name = 'mfe-x.a'; }; const b = (name: string) => indexedDB.open(name);", 'indexedDB.open'],
  ["let name = 'mfe-x.a'; name = 'other'; indexedDB.open(name);", 'indexedDB.open'],
];

const own = [
  "window.indexedDB.open('mfe-x.rows');",
  "(globalThis as Page).indexedDB!.deleteDatabase('mfe-x.rows');",
  'await globalThis.indexedDB?.databases?.();',
  "import { openDB } from 'idb'; openDB('mfe-x.rows', 1);",
];

describe(undeclaredUses.name, () => {
  let dir = '';
  beforeAll(async () => {
    dir = path.join(await mkdtemp(path.join(tmpdir(), 'paddock-uses-')), 'mfe-x');
    await mkdir(path.join(dir, 'src/list'), { recursive: true });
    await writeFile(path.join(dir, 'src/list/list.tsx'), source);
    await mkdir(path.join(dir, '../mfe-y/src'), { recursive: true });
    await writeFile(path.join(dir, '../mfe-y/src/links.ts'), links);
    await mkdir(path.join(dir, '../keys/mfe-x/src'), { recursive: true });
    await writeFile(path.join(dir, '../keys/mfe-x/src/keys.ts'), keys);
    for (const test of ['list.test.tsx', 'test-list.tsx']) await writeFile(path.join(dir, 'src/list', test), source);
  });
  afterAll(() => rm(path.dirname(dir), { recursive: true, force: true }));

  const manifest = (permissions, uses) => ({ permissions, slots: { uses }, links: {} });

  it('accepts declared calls and slots', () =>
    expect(undeclaredUses(dir, manifest(['events.read'], ['shouts.comments', 'account.report']))).toEqual([]));

  it('names an undeclared call with its file and line, but no type', () =>
    expect(undeclaredUses(dir, manifest([], ['shouts.comments', 'account.report']))).toEqual([
      "mfe-x/src/list/list.tsx:1: the call readEvents needs 'events.read' in the manifest's permissions",
    ]));

  it('names undeclared slots with file and line', () =>
    expect(undeclaredUses(dir, manifest(['events.read'], []))).toEqual([
      "mfe-x/src/list/list.tsx:5: 'shouts.comments' is missing in slots.uses of the manifest",
      "mfe-x/src/list/list.tsx:5: 'account.report' is missing in slots.uses of the manifest",
    ]));

  it('names links that are neither declared nor served, with file and line', () => {
    const given = { ...manifest([], []), links: { 'x.own': '/main/x' }, follows: ['people.profile'] };
    expect(undeclaredUses(path.join(dir, '../mfe-y'), given)).toEqual([
      "mfe-y/src/links.ts:3: 'shouts.feed' is missing in follows of the manifest",
      "mfe-y/src/links.ts:3: 'events.list' is missing in follows of the manifest",
    ]);
  });

  it("names uses of the browser's storage by a key that is not the module's", () => {
    const faults = undeclaredUses(path.join(dir, '../keys/mfe-x'), manifest([], []));
    expect(faults.map((fault) => fault.replace(/ needs a key that visibly begins with 'mfe-x.'$/, ''))).toEqual([
      'mfe-x/src/keys.ts:4: localStorage.getItem',
      "mfe-x/src/keys.ts:5: window.localStorage['user']",
      'mfe-x/src/keys.ts:7: storage.removeItem',
      'mfe-x/src/keys.ts:8: localStorage.clear',
      'mfe-x/src/keys.ts:10: createMemberDatabase',
      'mfe-x/src/keys.ts:11: window.indexedDB?.open',
      'mfe-x/src/keys.ts:13: openDB',
    ]);
  });

  const faultsOf = async (line) => {
    await writeFile(path.join(dir, '../keys/mfe-x/src/keys.ts'), line);
    const end = " needs a key that visibly begins with 'mfe-x.'";
    return undeclaredUses(path.join(dir, '../keys/mfe-x'), manifest([], [])).map((fault) =>
      fault.replace('mfe-x/src/keys.ts:1: ', '').replace(end, ''),
    );
  };
  it.each(hidden)('is not evaded by %s', async (line, ...faults) => expect(await faultsOf(line)).toEqual(faults));

  it.each(own)('accepts %s', async (line) => expect(await faultsOf(line)).toEqual([]));
});
