import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markRead, muteChat, archiveChat } from '@paddock/contract/calls/chats';
import { homeRows, readHome } from '@paddock/contract/calls/home';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { storedEvent } from '../../../test/events-scenario.js';
import {
  type DeploymentFile,
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { HomeService } from './home.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const home = async (as: TestMember) => (await services.call(readHome, {}, { as })).body;
const post = (as: TestMember, group: string, shout = 'Set 3 is off') =>
  services.call(postShout, { group, shout }, { as });
const people = () => Promise.all([services.member(), services.member()]);
const readEverybody = (as: TestMember) => services.call(markRead, { id: '0' }, { as });
const later = (ms: number) => new Date(Date.now() + ms);
const titles = (rows: readonly { title: string }[] = []) => rows.map(({ title }) => title);

describe(HomeService, () => {
  it('lists the latest chats with unread shouts, and counts all of them', async () => {
    const [ann, bob] = await people();
    const groups = [];
    for (let index = 0; index < homeRows + 2; index++) groups.push(await services.group(bob, [ann]));
    await services.call(postShout, { recipients: [ann.id], shout: 'Bring the logger' }, { as: bob });
    for (const group of groups) await post(bob, group._id);
    await readEverybody(ann);
    const { chats } = await home(ann);
    expect(chats!.unread).toBe(homeRows + 3);
    expect(titles(chats!.rows)).toEqual(titles(groups.toReversed().slice(0, homeRows)));
    expect(chats!.rows[0]).toMatchObject({
      badge_number: 1,
      last_shout: { text: 'Set 3 is off', user: { id: bob.id } },
    });
    // The author has read them.
    expect((await home(bob)).chats!.unread).toBe(0);
  });

  it('lists the latest chats once everything is read; muted, archived and left ones do not count as unread', async () => {
    const [ann, bob] = await people();
    const [quiet, shelved, former, open] = [
      await services.group(bob, [ann]),
      await services.group(bob, [ann]),
      await services.group(bob, [ann]),
      await services.group(bob, [ann]),
    ];
    await services.call(muteChat, { id: quiet._id, mute: true }, { as: ann });
    for (const group of [quiet, shelved, former, open]) await post(bob, group._id);
    await services.call(archiveChat, { id: shelved._id, archive: true }, { as: ann });
    await services.get(MembershipRepository).leave(tenantOfMember(ann), former._id, ann.id);
    await services.call(markRead, { id: open._id }, { as: ann });
    await readEverybody(ann);
    const { chats } = await home(ann);
    expect(chats!.unread).toBe(0);
    expect(titles(chats!.rows).filter((title) => title !== 'Meridian GT')).toEqual([open.title, quiet.title]);
  });

  it('shows no text of a deleted shout', async () => {
    const [ann, bob] = await people();
    const group = await services.group(bob, [ann]);
    const { body } = await post(bob, group._id, 'a secret');
    await services.call(deleteShout, { id: body.id }, { as: bob });
    expect(JSON.stringify(await home(ann))).not.toContain('a secret');
  });

  it('lists the next events that the caller may see, without the featured one', async () => {
    const [ann, bob] = await people();
    const inside = await services.group(bob);
    const at = (title: string, when: number, more: object = {}) =>
      storedEvent(services, bob, { title, when: later(when), ...more });
    await at('Over', -30 * hourMs, { end: later(-29 * hourMs) });
    await at('On now', -0.2 * hourMs, { end: later(hourMs) });
    await at('Of a group', 2 * hourMs, { group: inside._id });
    await at('By invitation', 3 * hourMs, { invitation_only: true, user: bob.id });
    for (let index = 0; index < homeRows + 2; index++) await at(`Session ${index}`, (4 + index) * hourMs);
    await at('In 61 days', 61 * dayMs);
    const { event, events } = await home(ann);
    expect(event!.title).toBe('On now');
    expect(titles(events)).toEqual(['Session 0', 'Session 1', 'Session 2', 'Session 3', 'Session 4']);
    expect(titles((await home(bob)).events).slice(0, 2)).toEqual(['Of a group', 'By invitation']);
    await expectNoCollectionScan(services, () => home(ann));
  });

  it('shows only sections of deployed tabs', async () => {
    const [ann, bob] = await people();
    await post(bob, '0');
    expect(await home(ann)).toMatchObject({ chats: { unread: expect.any(Number) } });
    let before: Pick<DeploymentFile, 'tabs' | 'flags'> = { tabs: [], flags: {} };
    await services.configure('motorsport', (file) => {
      before = { tabs: file.tabs, flags: file.flags };
      file.tabs = ['home', 'shouts'];
      file.flags = { ...file.flags, default_page: 'home' };
    });
    const { chats, event, events } = await home(ann);
    expect([chats, event, events]).toEqual([undefined, undefined, undefined]);
    await services.configure('motorsport', (file) => {
      Object.assign(file, before);
    });
  });

  it('shows the others when one section fails, and logs which', async () => {
    const [ann] = await people();
    const extensions = services.get(ExtensionPoints);
    const real = extensions.all('home_section').get('events')!;
    extensions.provide('home_section', 'events', () => Promise.reject(new Error('no calendar today')));
    const { chats, events } = await home(ann);
    extensions.provide('home_section', 'events', real);
    expect([chats !== undefined, events]).toEqual([true, undefined]);
    expect(services.log.some((line) => line.includes('no calendar today') && line.includes('"tab":"events"'))).toBe(
      true,
    );
  });
});
