import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { exampleRegistry, id } from '../../test/example-registry.mjs';
import * as list from './list.mjs';
import * as promote from './promote.mjs';
import * as prune from './prune.mjs';
import * as rollback from './rollback.mjs';

const { said, write, place, ofModule, table, versions, data } = exampleRegistry();
const spoil = () => writeFile(ofModule('channels.json'), '{ "stable": ');

describe('rollback', () => {
  it('goes to the last release that worked, past a former one that did not', async () => {
    await rollback.run([id, ...data()]);
    expect(await table()).toEqual({ stable: '1.2.0', next: '1.6.0', previous: {} });
    expect(said).toEqual(['stable of mfe-events points to 1.2.0 again; 1.5.0 is recalled.']);
    await list.run([id, ...data()]);
    expect(said[2]).toMatch(/ {2}mfe-events {2}1\.5\.0 {2}recalled/);
    await promote.run([id, '1.5.0', '--to', 'canary']);
    expect(said.at(-1)).toBe('canary of mfe-events points to 1.5.0. It was recalled before.');
    await expect(rollback.run([id, ...data()])).rejects.toThrow('No release of mfe-events worked before 1.2.0');
  });

  it('goes to no recalled release, though a community proved only that one', async () => {
    const reports = [
      { community: 'club', module: id, versions: ['1.2.0', '1.4.0', '1.5.0'] },
      { community: 'work', module: id, versions: ['1.5.0'] },
    ];
    await write('data/deployed/proven.json', reports);
    for (const version of ['1.4.0', '1.2.0']) {
      await rollback.run([id, ...data()]);
      expect((await table()).stable).toBe(version);
    }
    await expect(rollback.run([id, ...data()])).rejects.toThrow('No release of mfe-events worked before 1.2.0');
  });

  it('reads the data folder of the settings', async () => {
    process.env.DATA_DIR = place('data');
    await rollback.run([id]);
    expect((await table()).stable).toBe('1.2.0');
  });

  it('goes to the former release without any report, says so, and offers the recalled one no more', async () => {
    const none = ['--data', place('elsewhere')];
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
    await writeFile(ofModule('log.jsonl'), log.map((line) => JSON.stringify(line)).join('\n'));
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
    await mkdir(place('registry/mfe-chats/2.0.0'));
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
    await writeFile(ofModule('rollouts.json'), text);
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
  const run = (...args) => prune.run(['--data', place('data'), ...args]);

  it('keeps what a deployment or channel names, the last good states, and what worked last', async () => {
    await run();
    // Deployment, last good state, proven last, former, present, next.
    expect(await versions()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.4.0', '1.5.0', '1.6.0']);
    expect(said).toEqual(['  mfe-events 1.3.0', '1 of 7 releases are removed.']);
    expect(existsSync(place('registry/.removed/mfe-events-1.3.0'))).toBe(false);
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
    await writeFile(place('deployments/club.json'), '{ "modules": ');
    await expect(run()).rejects.toThrow('club.json cannot be read: nothing is removed.');
    await expect(prune.run(['--data', place('elsewhere')])).rejects.toThrow('name the data folder');
    for (const days of ['many', '', ' ', '-1', '0x10'])
      await expect(run(`--days=${days}`)).rejects.toThrow(`--days takes a number of days, not '${days}'.`);
    expect(await versions()).toHaveLength(7);
  });
});
