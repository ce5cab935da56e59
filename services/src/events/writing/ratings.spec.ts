import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateEvent, readRatings } from '@paddock/contract/calls/event-ratings';
import { readEvent } from '@paddock/contract/calls/events';
import { hourMs } from '@paddock/contract/core/durations';
import { storedEvent } from '../../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { RatingsService } from './ratings.service.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['event_ratings'] = true;
  });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const pastEvent = (fields = {}) => storedEvent(services, admin, { when: new Date(Date.now() - 5 * hourMs), ...fields });
const rate = (as: TestMember, id: string, rating: unknown, desc?: string) =>
  services.call(rateEvent, { id, rating: rating as number, desc }, { as });
const shown = async (as: TestMember, id: string) => {
  const { rating, nbr_ratings, is_rated } = (await services.call(readEvent, { id }, { as })).body.event;
  return [rating, nbr_ratings, is_rated];
};

describe(RatingsService, () => {
  it('keeps number and average right under 40 ratings at once, one a member', async () => {
    const id = await pastEvent();
    const crowd = await Promise.all(Array.from({ length: 20 }, () => services.member()));
    expect(await shown(admin, id)).toEqual([undefined, 0, false]);
    const ratings = crowd.map((_, at) => (at % 5) + 1);
    const replies = await Promise.all([
      ...crowd.map((one, at) => rate(one, id, ratings[at])),
      ...crowd.map((one, at) => rate(one, id, ratings[at])),
    ]);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await shown(crowd[0]!, id)).toEqual([3, 20, true]);
    // A second rating replaces the first: 1 becomes 5.
    expect((await rate(crowd[0]!, id, 5)).body).toMatchObject({ rating: 3.2, nbr_ratings: 20, is_rated: true });
    expect(await shown(admin, id)).toEqual([3.2, 20, false]);
  });

  it('shows members their own rating, which they can change, and nobody else', async () => {
    const id = await pastEvent();
    const [ann, bob] = [await services.member(), await services.member()];
    await rate(ann, id, 4, 'Long queues');
    const own = async (as: TestMember) => (await services.call(readEvent, { id }, { as })).body.event.own_rating;
    expect(await own(ann)).toEqual({ rating: 4, desc: 'Long queues' });
    expect([await own(bob), await own(admin)]).toEqual([undefined, undefined]);
    expect((await rate(ann, id, 2)).body.own_rating).toEqual({ rating: 2, desc: '' });
  });

  it('takes ratings only once the event is past', async () => {
    const now = await storedEvent(services, admin, { when: new Date(Date.now() - 3 * hourMs) });
    expect((await rate(admin, now, 3)).body.code).toBe('EVENT_NOT_OVER');
    expect((await rate(admin, await pastEvent({ synced: true }), 3)).status).toBe(200);
  });

  it.each([
    [undefined, undefined, { rating: 'rating_REQUIRED' }],
    [0, undefined, { rating: 'rating_INVALID_PATTERN' }],
    [6, undefined, { rating: 'rating_INVALID_PATTERN' }],
    [2.5, undefined, { rating: 'rating_INVALID_PATTERN' }],
    [3, 'x'.repeat(501), { desc: 'desc_LENGTH_PATTERN' }],
  ])('refuses %p stars with %p', async (rating, desc, fields) => {
    const id = await pastEvent();
    expect((await rate(admin, id, rating, desc)).body).toMatchObject({ code: 'INVALID_INPUT', fields });
    expect(await shown(admin, id)).toEqual([undefined, 0, false]);
  });

  it('shows descriptions to those who manage the event, in pages, and forgets a deleted member', async () => {
    const id = await pastEvent();
    const [ann, bob] = [await services.member(), await services.member()];
    await rate(ann, id, 5, 'Best race\nof the year ');
    await rate(bob, id, 1);
    const read = (page?: string) => services.call(readRatings, { id, count: 1, page }, { as: admin });
    const first = (await read()).body;
    const second = (await read(first.next!)).body;
    expect([first.ratings, second]).toMatchObject([
      [{ rating: 1, desc: '', user: { id: bob.id } }],
      { ratings: [{ rating: 5, desc: 'Best race\nof the year', user: { id: ann.id } }], next: null },
    ]);
    const forget = services.get(ExtensionPoints).all('forget').get('events')!;
    for (const _ of [1, 2]) await forget(tenantOfMember(bob), bob.row);
    expect(await shown(admin, id)).toEqual([5, 1, false]);
  });
});
