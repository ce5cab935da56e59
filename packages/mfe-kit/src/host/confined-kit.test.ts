import { describe, expect, it } from '@jest/globals';
import { readEvents } from '@paddock/contract/calls/events';
import { postShout } from '@paddock/contract/calls/shouts';
import { testKit } from '../../test/test-host';
import { createMemberDatabase } from '../uploads/member-database';
import { confinedKit } from './confined-kit';

async function confined(permissions: string[], uses: string[] = [], follows?: string[]) {
  const sent: string[] = [];
  const kit = await testKit({
    module: 'mfe-x',
    messages: {},
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json({});
    },
  });
  return {
    sent,
    kit: confinedKit(kit, {
      id: 'mfe-x',
      permissions,
      slots: { offers: [], uses },
      links: { 'events.list': '/main/x' },
      ...(follows && { follows }),
    }),
  };
}

const refused = (name: string, place: string) =>
  `mfe-x uses '${name}', which ${place} of its manifest does not declare`;

describe(confinedKit.name, () => {
  it('sends a declared call', async () => {
    const { kit, sent } = await confined(['events.read']);
    await kit.api.call(readEvents, {});
    expect(sent).toEqual([expect.stringContaining('/events')]);
  });

  it.each(['call', 'send'] as const)('refuses an undeclared call before api.%s sends it', async (way) => {
    const { kit, sent } = await confined(['shouts.read']);
    await expect(kit.api[way](readEvents, {})).rejects.toThrow(refused('events.read', 'permissions'));
    expect(sent).toEqual([]);
  });

  it('checks a permission that a tab declares by its name', async () => {
    const { kit } = await confined([]);
    const permission = { name: 'timing.read', role: 'member', tabs: ['timing'] } as const;
    await expect(kit.api.send({ name: 'timing.read', method: 'GET', path: '/timing', permission }, {})).rejects.toThrow(
      refused('timing.read', 'permissions'),
    );
  });

  it('stores no undeclared call in the outbox', async () => {
    const { kit } = await confined([]);
    const item = { module: 'mfe-x', call: postShout, input: {}, invalidates: [] };
    expect(() => kit.outbox.add(item)).toThrow(refused('shouts.post', 'permissions'));
    expect(kit.outbox.items.get()).toEqual([]);
  });

  it('uploads nothing for a module that does not declare it', async () => {
    await expect((await confined([])).kit.uploads()).rejects.toThrow(refused('files.upload', 'permissions'));
    await (await confined(['files.upload'])).kit.uploads();
  });

  it('shows no undeclared slot', async () => {
    const { kit } = await confined([], ['shouts.comments']);
    expect(kit.slots.offeredBy('shouts.comments')).toBeUndefined();
    expect(() => kit.slots.offeredBy('account.report')).toThrow(refused('account.report', 'slots.uses'));
  });

  it('follows its own and declared links only', async () => {
    const { kit } = await confined([], [], ['people.profile']);
    for (const link of ['people.profile', 'events.list'] as const) expect(() => kit.permitLink(link)).not.toThrow();
    expect(() => kit.permitLink('shouts.feed')).toThrow(refused('shouts.feed', 'follows'));
  });

  it('follows every link of a release whose manifest has no list of them', async () => {
    const { kit } = await confined([]);
    expect(() => kit.permitLink('shouts.feed')).not.toThrow();
  });

  it('writes only stored keys of its own, and reads all', async () => {
    const { kit } = await confined([]);
    localStorage.setItem('hideFooter', 'false');
    kit.storage.setItem('mfe-x.draft', 'a');
    expect([kit.storage.getItem('mfe-x.draft'), kit.storage.getItem('hideFooter')]).toEqual(['a', 'false']);
    for (const write of [
      () => kit.storage.setItem('user', ''),
      () => kit.storage.removeItem('mfe-xy.draft'),
      () => kit.storage.clear(),
    ])
      expect(write).toThrow("which does not begin with 'mfe-x.'");
    localStorage.clear();
  });

  it('opens only databases of its own', async () => {
    const { kit } = await confined([]);
    const open = (name: string) => () =>
      createMemberDatabase(name, { kit, create: () => undefined, onDeleted: () => undefined });
    expect(open('mfe-x.rows.u1')).not.toThrow();
    for (const name of ['mfe-xy.rows.u1', 'paddock.files.u1'])
      expect(open(name)).toThrow(`mfe-x stores '${name}', which does not begin with 'mfe-x.'`);
  });

  it('sends the calls of releases that carry no permission: the services decide', async () => {
    const { kit, sent } = await confined([]);
    const { name, method, path } = readEvents;
    await kit.api.send({ name, method, path }, {});
    expect(sent).toHaveLength(1);
  });
});
