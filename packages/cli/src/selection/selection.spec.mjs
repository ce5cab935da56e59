import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chosenSpecs } from './chosen-specs.mjs';
import { relatedSpecs } from './related-specs.mjs';
import { allSpecs, countedAddresses, countModules, readSpecModules, specsOfModule } from './spec-modules.mjs';

/** @param {Record<string, number>} visits */
const entry = (visits, seconds = 0) => ({ seconds, visits });

const owners = {
  '/main/chats': 'mfe-chats',
  '/main/events': 'mfe-events',
  '/login': 'mfe-account',
  '/': 'mfe-account',
};

describe('countedAddresses', () => {
  it('leaves out the start page of a window that goes on', () =>
    expect(countedAddresses(['/', '/', '/main/chats', '/main/events', '/main/events'])).toEqual(['/main/events']));

  it('counts the start page of a window that stays there, and of one that asks for it', () => {
    expect(countedAddresses(['/', '/main/chats'])).toEqual(['/', '/main/chats']);
    expect(countedAddresses(['/main/chats', '/main/events'])).toEqual(['/main/chats', '/main/events']);
  });
});

describe('countModules', () => {
  it('counts the addresses of each module by spec, and those of no module for the shell', () =>
    expect(
      countModules(
        [
          { spec: 'b.spec.ts', addresses: ['/', '/main/chats', '/main/events/7?day=1', '/main/events'] },
          { spec: 'b.spec.ts', addresses: ['/main/hamburger'] },
          { spec: 'a.spec.ts', addresses: ['/login?next=/main/chats'] },
        ],
        owners,
      ),
    ).toEqual({ 'a.spec.ts': { 'mfe-account': 1 }, 'b.spec.ts': { 'mfe-events': 2, shell: 1 } }));
});

describe('specsOfModule', () => {
  it('returns the specs of whose addresses half or more are of this module, those that are most about it first', () => {
    const map = {
      'a.spec.ts': entry({ 'mfe-chats': 2, 'mfe-events': 2 }),
      'b.spec.ts': entry({ 'mfe-chats': 1, 'mfe-events': 3 }),
      'c.spec.ts': entry({}),
      'd.spec.ts': entry({ 'mfe-chats': 1, 'mfe-events': 1, 'mfe-people': 1 }),
      'e.spec.ts': entry({ 'mfe-chats': 3, 'mfe-events': 9 }),
    };
    expect(specsOfModule(map, 'mfe-chats')).toEqual(['a.spec.ts']);
    expect(specsOfModule(map, 'mfe-events')).toEqual(['e.spec.ts', 'b.spec.ts', 'a.spec.ts']);
  });
});

describe('chosenSpecs', () => {
  const map = {
    'chats.spec.ts': entry({ 'mfe-chats': 3 }),
    'events.spec.ts': entry({ 'mfe-events': 3 }),
    'journeys/home.spec.ts': entry({}),
  };
  const specs = Object.keys(map);
  const chosen = (file, unit, of = specs) => chosenSpecs([{ file, unit }], map, of);

  it('chooses the specs of a changed module, and of the module of a changed service', () => {
    expect(chosen('mfe-chats/src/index.ts', 'mfe-chats').specs).toEqual(['chats.spec.ts']);
    expect(chosen('services/src/events/events.service.ts', 'services').specs).toEqual(['events.spec.ts']);
  });

  it('chooses the smoke set for what every module runs on', () => {
    expect(chosen('packages/ui/src/base.css', 'ui').specs).toEqual(['journeys/home.spec.ts']);
    expect(chosen('services/src/community/users/users.ts', 'services').specs).toEqual(['journeys/home.spec.ts']);
  });

  it('chooses a changed spec, and none for a changed unit test', () => {
    expect(chosen('e2e/events.spec.ts', 'e2e').specs).toEqual(['events.spec.ts']);
    expect(chosen('mfe-chats/src/index.test.ts', 'mfe-chats').specs).toEqual([]);
  });

  it('adds and names a spec that the map does not know', () =>
    expect(chosen('mfe-chats/src/index.ts', 'mfe-chats', [...specs, 'new.spec.ts'])).toEqual({
      specs: ['chats.spec.ts', 'new.spec.ts'],
      unknown: ['new.spec.ts'],
      left: [],
    }));

  it('leaves those that are least about the module to the whole run when time is short, never a changed one', () => {
    const long = {
      'half.spec.ts': entry({ 'mfe-chats': 1, 'mfe-events': 1 }, 60),
      'longest.spec.ts': entry({ 'mfe-chats': 9 }, 100),
      'most.spec.ts': entry({ 'mfe-chats': 8, 'mfe-events': 1 }, 60),
    };
    const within = (seconds, ...more) =>
      chosenSpecs([{ file: 'mfe-chats/src/index.ts', unit: 'mfe-chats' }, ...more], long, Object.keys(long), seconds);
    expect(within(160)).toMatchObject({ specs: ['longest.spec.ts', 'most.spec.ts'], left: ['half.spec.ts'] });
    expect(within(50)).toMatchObject({ specs: ['longest.spec.ts'], left: ['most.spec.ts', 'half.spec.ts'] });
    const half = { file: 'mfe-events/src/index.ts', unit: 'mfe-events' };
    expect(within(160, half)).toMatchObject({ specs: ['half.spec.ts', 'longest.spec.ts'], left: ['most.spec.ts'] });
    const changed = { file: 'e2e/half.spec.ts', unit: 'e2e' };
    expect(within(100, changed)).toMatchObject({ specs: ['half.spec.ts', 'longest.spec.ts'], left: ['most.spec.ts'] });
  });

  it('finds specs of each module in the stored map, and leaves some for lack of time', async () => {
    const stored = await readSpecModules();
    const every = await allSpecs();
    for (const unit of ['mfe-account', 'mfe-chats', 'mfe-content', 'mfe-events', 'mfe-people', 'mfe-shouts'])
      expect(chosenSpecs([{ file: `${unit}/src/index.ts`, unit }], stored, every).specs).not.toHaveLength(0);
    const chats = chosenSpecs([{ file: 'mfe-chats/src/index.ts', unit: 'mfe-chats' }], stored, every);
    expect(chats.specs).toContain('journeys/chat-list.spec.ts');
    expect(chats.left).not.toHaveLength(0);
  });

  it('names only specs that exist', async () => {
    for (const unit of ['shell', 'mfe-kit', 'ui']) {
      const every = await allSpecs();
      const wanted = chosenSpecs(
        [{ file: `packages/${unit}/src/index.ts`, unit }],
        Object.fromEntries(every.map((one) => [one, entry({})])),
        every,
      );
      expect(wanted.specs).toHaveLength(10);
    }
  });
});

describe('relatedSpecs', () => {
  const files = {
    'services/src/service-modules.ts': "import('./chats/chats.module.js');",
    'services/src/chats/chats.module.ts': '',
    'services/src/chats/chats.service.ts': '',
    'services/src/chats/chats.spec.ts': "import { start } from '../../test/start.js';",
    'services/src/shouts/shouts.spec.ts': "import { chat } from '../../test/chat-scenario.js';",
    'services/src/events/events.spec.ts': "import { start } from '../../test/start.js';",
    'services/test/start.ts': "import { chosen } from '../src/service-modules.js';",
    'services/test/chat-scenario.ts': "import type { Chats } from '../src/chats/chats.service.js';",
  };
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paddock-related-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('returns the folder of the service, and specs that import it through a helper', () =>
    expect(relatedSpecs(['services/src/chats/chats.service.ts'], folder)).toEqual([
      'services/src/chats',
      'services/src/shouts/shouts.spec.ts',
    ]));

  it('returns all of the services for a folder that they share', () => {
    expect(relatedSpecs(['services/src/community/users/users.ts'], folder)).toEqual(['services']);
    expect(relatedSpecs(['services/test/start.ts'], folder)).toEqual(['services']);
    expect(relatedSpecs(['services/src/main.ts'], folder)).toEqual(['services']);
  });
});
