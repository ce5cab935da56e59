import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startPreview } from '@paddock/contract/calls/previews';
import { updateProfile } from '@paddock/contract/calls/profiles';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventOf } from '../../../test/events-scenario.js';
import { addItem, adminOf, page } from '../../../test/item-calls.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { WorkplaceWindows } from './workplace-windows.js';

let services: TestServices;
let windows: TestWindows;
let [admin, ann, bob, elsewhere]: TestMember[] = [];
const community = 'workplace';
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '' });
  windows = new TestWindows(services);
  // Without chats and shouts, so without conversations.
  await services.configure(community, (file) => {
    file.tabs = ['home', 'events', 'people'];
    Object.assign(file.flags, { default_page: 'home', can_only_view_users_in_my_groups: false });
  });
});
beforeEach(async () => {
  const at = (workplace: string, more = {}) => services.member({ community, workplace, ...more });
  admin = await at('hq', { acl: adminOf('hq') });
  [ann, bob, elsewhere] = [await at('hq'), await at('hq'), await at('porto')];
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

/** Without notifications, which have windows of their own members. */
const namesIn = ({ received }: TestWindow) =>
  [...new Set(received.map(({ event }) => event))].filter((name) => name !== 'posting_notification').sort();

/** Changes an event, the home page and a profile. */
async function changeAll() {
  await eventOf(services, admin!);
  await addItem(services, admin, page);
  expect((await services.call(updateProfile, { id: ann!.id, fields: { job: 'Diver' } }, { as: ann! })).status).toBe(
    200,
  );
}

describe(WorkplaceWindows, () => {
  it('get changes of their workplace alone, also where no tab has conversations', async () => {
    const [bobs, others] = [await windows.open(bob!), await windows.open(elsewhere!)];
    await changeAll();
    const expected = ['updating_event', 'updating_home', 'updating_user'];
    await until(() => expected.every((name) => namesIn(bobs).includes(name)));
    expect(namesIn(bobs)).toEqual(expected);
    await windows.settled([elsewhere!, others]);
    expect(namesIn(others)).toEqual([]);
  });

  it('get only events that their member may read', async () => {
    const [bobs, anns] = [await windows.open(bob!), await windows.open(ann!)];
    await eventOf(services, admin!, { invitation_only: true, invited: [ann!.id] });
    await until(() => namesIn(anns).includes('updating_event'));
    await windows.settled([bob!, bobs]);
    expect(namesIn(bobs)).toEqual([]);
  });

  it('get nothing while their session previews', async () => {
    const chief = await services.member({ community, workplace: 'hq', admin: true });
    const file = await readFile(join(services.folders.deploymentsDir, `${community}.json`), 'utf8');
    expect((await services.call(startPreview, { role: 'member', file }, { as: chief })).status).toBe(200);
    const [own, bobs] = [await windows.open(chief), await windows.open(bob!)];
    await changeAll();
    await until(() => namesIn(bobs).length === 3);
    // The event of the preview's own start may arrive after the window has opened.
    expect(own.received.filter(({ event }) => event !== 'updating_deployment')).toEqual([]);
  });
});
