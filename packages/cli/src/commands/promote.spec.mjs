import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { exampleRegistry, id } from '../../test/example-registry.mjs';
import * as list from './list.mjs';
import * as promote from './promote.mjs';
import * as prune from './prune.mjs';

const { said, write, ofModule, channels, table, versions, data } = exampleRegistry();

const unknown = 'mfe-events 9.9.9 is not in the registry: npm run list -- mfe-events shows the releases.';

describe('promote', () => {
  it('gives the release of one channel to another, which remembers its own for the fall-back', async () => {
    await promote.run([id]);
    expect(await table()).toEqual({ stable: '1.6.0', next: '1.6.0', previous: { stable: '1.5.0' } });
  });

  it.each([
    [
      [id, '--from', 'canary'],
      "mfe-events has no channel 'canary'; there are next, stable. npm run list -- mfe-events shows its releases.",
    ],
    [[id, '--to', '../stable'], "A channel's name is lower-case letters, digits and hyphens, not '../stable'."],
    [[id, '--to', 'previous'], "A channel's name is lower-case letters, digits and hyphens, not 'previous'."],
    [[id, '1.4.0', '--from', 'next'], 'Name a version or --from, not both.'],
    [[id, 'next'], "A version begins with a digit, not 'next'; a channel is named with --from."],
    [[id, '9.9.9'], unknown],
    [[id, '9.9.9', '--percent', '5'], unknown],
    [[id, '--percent', '101'], "--percent takes a whole number from 0 to 100, not '101'."],
    [[id, '--percent', 'half'], "--percent takes a whole number from 0 to 100, not 'half'."],
    [[id, '1.5.0', '--percent', '5'], 'stable of mfe-events points to 1.5.0 already.'],
    [
      [id, '1.6.0', '--percent', '0'],
      'mfe-events 1.6.0 has no rollout on stable: npm run list -- mfe-events shows the rollouts.',
    ],
    [
      [id, '1.6.0', '--to', 'canary', '--percent', '5'],
      "mfe-events has no channel 'canary', so the other members would get no release. Promote one without --percent first.",
    ],
    [['mfe-absent'], "The registry has no module 'mfe-absent'; there are mfe-events."],
    [[], 'Name one module, such as mfe-events.'],
  ])('refuses %j and changes nothing', async (args, sentence) => {
    const before = await table();
    await expect(promote.run(args)).rejects.toMatchObject({ message: sentence });
    expect(await table()).toEqual(before);
  });
});

describe('promote to a percentage', () => {
  const rollouts = async () => JSON.parse(await readFile(ofModule('rollouts.json'), 'utf8').catch(() => '{}'));

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

  it('refuses another percentage of a rollout from which a community returned, until it begins again', async () => {
    const of = (percent, ...more) => promote.run([id, '1.6.0', '--percent', percent, ...data(), ...more]);
    await of('10');
    const { started } = (await rollouts()).stable;
    const arms = { next: { members: 9, failed: 4 }, before: { members: 90, failed: 0 } };
    const figures = { module: id, version: '1.6.0', percent: 10, started, ...arms };
    await write('data/deployed/rollouts.json', [
      { ...figures, community: 'club', returned: '2026-05-01T10:00:00Z' },
      { ...figures, community: 'work' },
    ]);
    await expect(of('50')).rejects.toThrow(
      /^Communities returned from mfe-events 1\.6\.0:\n {2}club: .*\n--percent 0 ends the rollout, so that it can begin again there;/,
    );
    expect((await rollouts()).stable.percent).toBe(10);
    await of('50', '--force');
    expect(said.at(-1)).toBe('50 % of the members of stable get mfe-events 1.6.0, except in club.');
    await of('0');
    await of('50');
    expect((await rollouts()).stable).toMatchObject({ percent: 50, started: expect.not.stringMatching(started) });
    expect(said.at(-1)).toBe('50 % of the members of stable get mfe-events 1.6.0.');
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
