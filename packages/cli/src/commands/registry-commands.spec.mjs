import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as list from './list.mjs';
import * as promote from './promote.mjs';
import * as prune from './prune.mjs';
import * as rollback from './rollback.mjs';

const id = 'mfe-events';
let dir;
let said;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'paddock-registry-'));
  process.env.REGISTRY_DIR = join(dir, 'registry');
  process.env.DEPLOYMENTS_DIR = join(dir, 'deployments');
  process.env.DATA_DIR = join(dir, 'elsewhere');
  for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'].entries()) {
    await mkdir(join(dir, 'registry', id, version), { recursive: true });
    await writeFile(join(dir, 'registry', id, version, 'a.js'), version);
    const released = new Date(Date.UTC(2026, 0, 1 + index));
    await utimes(join(dir, 'registry', id, version), released, released);
  }
  await channels({ stable: '1.5.0', next: '1.6.0', previous: { stable: '1.4.0' } });
  await write('deployments/club.json', { modules: { [id]: '1.0.0', 'mfe-chats': 'stable' } });
  await write('data/deployed/last-good.json', {
    communities: [{ configs: [], modules: [{ id, version: '1.1.0' }] }],
    channels: [],
  });
  await write('data/deployed/proven.json', [{ community: 'club', module: id, versions: ['1.2.0', '1.5.0'] }]);
  said = [];
  jest.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
});
afterEach(async () => {
  jest.restoreAllMocks();
  delete process.env.REGISTRY_DIR;
  delete process.env.DEPLOYMENTS_DIR;
  delete process.env.DATA_DIR;
  await rm(dir, { recursive: true, force: true });
});

async function write(file, value) {
  await mkdir(join(dir, file, '..'), { recursive: true });
  await writeFile(join(dir, file), JSON.stringify(value));
}
const channels = (table) => write(`registry/${id}/channels.json`, table);
const table = async () => JSON.parse(await readFile(join(dir, 'registry', id, 'channels.json'), 'utf8'));
const versions = async () => (await readdir(join(dir, 'registry', id))).filter((name) => /^\d/.test(name));

const data = () => ['--data', join(dir, 'data')];
const spoil = () => writeFile(join(dir, 'registry', id, 'channels.json'), '{ "stable": ');

describe('promote', () => {
  it('gives the release of one channel to another, which remembers its own for the fall-back', async () => {
    await promote.run([id]);
    expect(await table()).toEqual({ stable: '1.6.0', next: '1.6.0', previous: { stable: '1.5.0' } });
  });

  it.each([
    [[id, '--from', 'canary'], "mfe-events has no channel 'canary'; there are next, stable."],
    [[id, '--to', '../stable'], "A channel's name is lower-case letters, digits and hyphens, not '../stable'."],
    [[id, '--to', 'previous'], "A channel's name is lower-case letters, digits and hyphens, not 'previous'."],
    [[id, '1.4.0', '--from', 'next'], 'Name a version or --from, not both.'],
    [[id, 'next'], "A version begins with a digit, not 'next'; a channel is named with --from."],
    [[id, '9.9.9'], 'mfe-events 9.9.9 is not in the registry'],
    [[id, '9.9.9', '--percent', '5'], 'mfe-events 9.9.9 is not in the registry'],
    [[id, '--percent', '101'], "--percent takes a whole number from 0 to 100, not '101'."],
    [[id, '--percent', 'half'], "--percent takes a whole number from 0 to 100, not 'half'."],
    [[id, '1.5.0', '--percent', '5'], 'stable of mfe-events points to 1.5.0 already'],
    [[id, '1.6.0', '--percent', '0'], 'mfe-events 1.6.0 has no rollout on stable'],
    [[id, '1.6.0', '--to', 'canary', '--percent', '5'], "mfe-events has no channel 'canary'"],
    [['mfe-absent'], "The registry has no module 'mfe-absent'; there are mfe-events."],
    [[], 'Name one module, such as mfe-events.'],
  ])('refuses %j and changes nothing', async (args, sentence) => {
    const before = await table();
    await expect(promote.run(args)).rejects.toThrow(sentence);
    expect(await table()).toEqual(before);
  });
});

describe('promote to a percentage', () => {
  const rollouts = async () =>
    JSON.parse(await readFile(join(dir, 'registry', id, 'rollouts.json'), 'utf8').catch(() => '{}'));

  it('leaves the channel, keeps the start at another percentage, and ends at 0', async () => {
    await promote.run([id, '--percent', '10']);
    const { stable: first } = await rollouts();
    expect(first).toEqual({ version: '1.6.0', from: '1.5.0', percent: 10, started: expect.stringMatching(/Z$/) });
    await promote.run([id, '1.6.0', '--percent', '50']);
    expect(await rollouts()).toEqual({ stable: { ...first, percent: 50 } });
    expect((await table()).stable).toBe('1.5.0');
    await promote.run([id, '1.6.0', '--percent', '0']);
    expect(await rollouts()).toEqual({});
    expect(said).toEqual([
      '10 % of the members of stable get mfe-events 1.6.0, like next.',
      '50 % of the members of stable get mfe-events 1.6.0.',
      'The rollout of mfe-events 1.6.0 is ended: all members of stable get its release.',
    ]);
  });

  it('moves the channel at 100 and with a version alone, which ends the rollout', async () => {
    await promote.run([id, '1.6.0', '--percent', '10']);
    await promote.run([id, '1.6.0', '--percent', '100']);
    expect([await rollouts(), (await table()).stable]).toEqual([{}, '1.6.0']);
    await promote.run([id, '1.4.0', '--percent', '10']);
    await promote.run([id, '1.5.0']);
    expect([await rollouts(), (await table()).stable]).toEqual([{}, '1.5.0']);
  });

  it('refuses 100 for a release from which a community returned, unless it is forced', async () => {
    await promote.run([id, '1.6.0', '--percent', '10']);
    const figures = { community: 'club', module: id, version: '1.6.0', percent: 10, returned: '2026-05-01T10:00:00Z' };
    const arms = { next: { members: 9, failed: 4 }, before: { members: 90, failed: 0 } };
    await write('data/deployed/rollouts.json', [{ ...figures, ...arms }]);
    const all = [id, '1.6.0', '--percent', '100', ...data()];
    await expect(promote.run(all)).rejects.toThrow(
      'Communities returned from mfe-events 1.6.0:\n  club: 1.6.0, returned 2026-05-01 10:00, 4 of 9 members failed',
    );
    expect((await table()).stable).toBe('1.5.0');
    await promote.run([...all, '--force']);
    expect((await table()).stable).toBe('1.6.0');
  });

  it('is in force only while the channel points to the release that it started from', async () => {
    await promote.run([id, '1.6.0', '--percent', '10']);
    await channels({ stable: '1.4.0' });
    await expect(promote.run([id, '1.6.0', '--percent', '0'])).rejects.toThrow('has no rollout on stable');
    await list.run([id, '--json', ...data()]);
    expect(JSON.parse(said.at(-1)).flatMap((release) => Object.keys(release.rollouts))).toEqual([]);
  });

  it('is listed with its figures, survives prune, and is no release in the log', async () => {
    await channels({ stable: '1.5.0' });
    await promote.run([id, '1.3.0', '--percent', '10']);
    const figures = {
      community: 'club',
      module: id,
      version: '1.3.0',
      percent: 10,
      started: '2026-05-01T10:00:00.000Z',
    };
    const arms = { next: { members: 31, failed: 2 }, before: { members: 280, failed: 0 } };
    await write('data/deployed/rollouts.json', [
      { ...figures, ...arms },
      { ...figures, ...arms, community: 'crew', returned: '2026-05-01T12:30:00.000Z' },
    ]);
    await list.run([id, ...data()]);
    expect(said.find((line) => line.includes('1.3.0  '))).toBe(
      '2026-01-04 00:00  mfe-events  1.3.0  10 % of stable' +
        '  rollout in club: 1.3.0, 10 %, 2 of 31 members failed (release before: 0 of 280 members failed)' +
        '  rollout in crew: 1.3.0, returned 2026-05-01 12:30, 2 of 31 members failed (release before: 0 of 280 members failed)',
    );
    await prune.run([...data()]);
    expect(await versions()).toContain('1.3.0');
  });
});

describe('rollback', () => {
  it('goes to the last release that worked, past a former one that did not', async () => {
    await rollback.run([id, ...data()]);
    expect(await table()).toEqual({ stable: '1.2.0', next: '1.6.0', previous: {} });
    expect(said).toEqual(['stable of mfe-events points to 1.2.0 again; 1.5.0 is recalled.']);
    await expect(rollback.run([id, ...data()])).rejects.toThrow('No release of mfe-events worked before 1.2.0');
  });

  it('reads the data folder of the settings', async () => {
    process.env.DATA_DIR = join(dir, 'data');
    await rollback.run([id]);
    expect((await table()).stable).toBe('1.2.0');
  });

  it('goes to the former release without any report, says so, and offers the recalled one no more', async () => {
    const none = ['--data', join(dir, 'elsewhere')];
    await rollback.run([id, ...none]);
    expect(await table()).toEqual({ stable: '1.4.0', next: '1.6.0', previous: {} });
    expect(said[0]).toContain('No window has reported that it works.');
    await expect(rollback.run([id, ...none])).rejects.toThrow('worked before 1.4.0, and stable had none');
  });

  it('goes to a named release, if there is one', async () => {
    await rollback.run([id, '--to', '1.0.0', ...data()]);
    expect((await table()).stable).toBe('1.0.0');
    for (const wrong of ['9.9.9', '../../data', 'channels.json'])
      await expect(rollback.run([id, '--to', wrong, ...data()])).rejects.toThrow('is not in the registry');
    await expect(rollback.run([id, '--to', '1.0.0', ...data()])).rejects.toThrow('points to 1.0.0 already');
    expect((await table()).stable).toBe('1.0.0');
  });
});

describe('list', () => {
  it('shows the releases with their channels and reports, the newest first', async () => {
    await write('data/deployed/proven.json', [
      { community: 'club', module: id, versions: ['1.5.0'] },
      {
        community: 'work',
        module: id,
        versions: ['1.5.0'],
        failures: [
          { version: '1.4.0', code: 'MODULE_CRASHED', count: 3, last: new Date().toISOString() },
          { version: '1.3.0', code: 'MODULE_CRASHED', count: 3, last: '2026-01-05T00:00:00.000Z' },
        ],
      },
    ]);
    await list.run([id, ...data()]);
    expect(said.slice(0, 4)).toEqual([
      '2026-01-07 00:00  mfe-events  1.6.0  next',
      '2026-01-06 00:00  mfe-events  1.5.0  stable  proven in club, work',
      '2026-01-05 00:00  mfe-events  1.4.0  stable before  failing in work (3 times, MODULE_CRASHED)',
      '2026-01-04 00:00  mfe-events  1.3.0',
    ]);
  });

  it('shows by whom and from which commit a release was made, and who moved its channel', async () => {
    const log = [
      { at: '2026-01-08T09:30:00.000Z', by: 'Ana', version: '1.6.0', commit: '0123456789ab+' },
      { at: '2026-01-09T10:00:00.000Z', by: 'Ben', version: '1.6.0', channel: 'next' },
    ];
    await writeFile(join(dir, 'registry', id, 'log.jsonl'), log.map((line) => JSON.stringify(line)).join('\n'));
    await list.run([id, ...data()]);
    expect(said[0]).toBe(
      '2026-01-08 09:30  mfe-events  1.6.0  next (Ben, 2026-01-09 10:00)  released by Ana from 0123456789ab+',
    );
  });
});

describe('a channel file that cannot be read', () => {
  let warned;
  beforeEach(async () => {
    warned = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await write('registry/mfe-chats/channels.json', { stable: '2.0.0' });
    await mkdir(join(dir, 'registry/mfe-chats/2.0.0'));
  });
  const warnings = () => warned.mock.calls.map(([text]) => text);

  it('is named, and keeps no other module from being listed and pruned', async () => {
    await spoil();
    await list.run(data());
    expect(said.join('\n')).toContain('mfe-chats  2.0.0  stable');
    expect(warnings()).toEqual([expect.stringContaining('mfe-events/channels.json cannot be read')]);
    await prune.run([...data(), '--days', '0']);
    expect(await versions()).toHaveLength(7);
  });

  it.each(['null', '{"stable":null}', '{"stable":'])('is named, too, for rollouts that read %s', async (text) => {
    await writeFile(join(dir, 'registry', id, 'rollouts.json'), text);
    await list.run(data());
    expect(said.join('\n')).toContain('mfe-chats  2.0.0  stable');
    expect(warnings()).toEqual([
      expect.stringContaining('mfe-events/rollouts.json cannot be read; its rollouts are unknown'),
    ]);
    await prune.run([...data(), '--days', '0']);
    expect(await versions()).toHaveLength(7);
  });

  it('is mended by the next promotion from the log', async () => {
    await promote.run([id]);
    await spoil();
    await expect(promote.run([id])).rejects.toThrow("the log has no channel 'next': release mfe-events again");
    await promote.run([id, '--from', 'stable', '--to', 'canary']);
    expect(await table()).toEqual({ stable: '1.6.0', canary: '1.6.0', previous: { stable: '1.5.0' } });
  });
});

describe('prune', () => {
  const run = (...args) => prune.run(['--data', join(dir, 'data'), ...args]);

  it('keeps what a deployment or channel names, the last good states, and what worked last', async () => {
    await run();
    // Deployment, last good state, proven last, former, present, next.
    expect(await versions()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.4.0', '1.5.0', '1.6.0']);
    expect(said).toEqual(['  mfe-events 1.3.0', '1 of 7 releases are removed.']);
    expect(existsSync(join(dir, 'registry/.removed', 'mfe-events-1.3.0'))).toBe(false);
  });

  it('keeps only the last two releases that worked', async () => {
    await write('data/deployed/proven.json', [
      { community: 'club', module: id, versions: ['1.2.0', '1.3.0', '1.5.0'] },
    ]);
    await run();
    expect(await versions()).toEqual(['1.0.0', '1.1.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0']);
  });

  it('removes nothing in a dry run, nothing young, and nothing while it cannot know what is in use', async () => {
    await run('--dry-run');
    await run('--days', '100000');
    expect(said).toEqual(['  mfe-events 1.3.0', '1 of 7 releases would be removed.', '0 of 7 releases are removed.']);
    await writeFile(join(dir, 'deployments/club.json'), '{ "modules": ');
    await expect(run()).rejects.toThrow('club.json cannot be read: nothing is removed.');
    await expect(prune.run(['--data', join(dir, 'elsewhere')])).rejects.toThrow('name the data folder');
    await expect(run('--days', 'many')).rejects.toThrow('--days takes a number');
    expect(await versions()).toHaveLength(7);
  });
});
