import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { readEvent } from '@paddock/contract/calls/events';
import { leaveGroup } from '@paddock/contract/calls/group-members';
import { eventOf } from '../../../test/events-scenario.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { LeftGroup } from './replies-of-leavers.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
});
afterAll(() => services.close());

describe(LeftGroup, () => {
  it('gives the place of a member who leaves to the next one; replies elsewhere stay', async () => {
    const admin = await services.member({ admin: true });
    const [owner, ann, bob] = [await services.member(), await services.member(), await services.member()];
    const { _id: group } = await services.group(owner, [ann, bob]);
    const [inGroup, open] = [await eventOf(services, admin, { group, capacity: 1 }), await eventOf(services, admin)];
    for (const { id } of [inGroup, open])
      for (const as of [ann, bob]) expect((await services.call(joinEvent, { id }, { as })).status).toBe(200);
    const replies = async () => {
      const shown = (await services.call(readEvent, { id: inGroup.id }, { as: bob })).body.event;
      const other = (await services.call(readEvent, { id: open.id }, { as: ann })).body.event;
      return [shown.reply, shown.attendees_count, other.reply, other.attendees_count];
    };
    expect(await replies()).toEqual(['waiting', 1, 'attending', 2]);
    expect((await services.call(leaveGroup, { id: group }, { as: ann })).status).toBe(200);
    const end = Date.now() + 20_000;
    while ((await replies())[0] === 'waiting' && Date.now() < end) await new Promise((go) => setTimeout(go, 50));
    expect(await replies()).toEqual(['attending', 1, 'attending', 2]);
  });
});
