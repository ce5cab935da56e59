import { describe, expect, it } from '@jest/globals';
import { Deliveries } from './deliveries.mjs';
import { actAt, acts, roomsFor } from './members-at-work.mjs';

describe('the acts of members', () => {
  it('have shares of 100 percent together', () => {
    expect(acts.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it('occur as often as their shares say', () => {
    const places = Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 1000);
    const counts = Map.groupBy(places, (place) => actAt(place, true).kind);
    expect([...counts].map(([kind, all]) => [kind, all.length / 10])).toEqual(
      acts.map(({ kind, share }) => [kind, share]),
    );
  });

  it('reads instead of commenting or liking while a member has received no shout', () => {
    const places = Array.from({ length: 100 }, (_, index) => (index + 0.5) / 100);
    expect(places.some((place) => actAt(place, false).isOnShout)).toBe(false);
  });
});

describe(roomsFor, () => {
  const shape = { size: 47, roomsOfMember: 4 };

  it.each([500, 2000])('puts each of %i members into four rooms of about 47', (members) => {
    const rooms = roomsFor(members, shape);
    for (const room of rooms) {
      expect(Math.abs(room.length - shape.size)).toBeLessThanOrEqual(4);
      expect(new Set(room).size).toBe(room.length);
    }
    const perMember = Map.groupBy(rooms.flat(), (member) => member);
    expect(perMember.size).toBe(members);
    expect([...perMember.values()].every(({ length }) => length === shape.roomsOfMember)).toBe(true);
  });

  it('gives members of one room other companions in the next', () => {
    const rooms = roomsFor(500, shape);
    const [first = []] = rooms;
    const shared = rooms.slice(1).map((room) => room.filter((member) => first.includes(member)).length);
    expect(Math.max(...shared)).toBeLessThan(first.length);
  });
});

describe(Deliveries, () => {
  it('measures the time from sending until each window has the text', () => {
    const deliveries = new Deliveries();
    deliveries.sent('a', { at: 100, by: 1, receivers: [1, 2] });
    deliveries.received('a', 1, 130);
    expect(deliveries.isComplete).toBe(false);
    deliveries.received('a', 2, 150);
    expect(deliveries.isComplete).toBe(true);
    expect(deliveries.result()).toEqual({ times: [30, 50], lost: 0, doubled: 0, strange: 0 });
  });

  it('counts lost, doubled and misdirected texts', () => {
    const deliveries = new Deliveries();
    deliveries.sent('a', { at: 0, by: 1, receivers: [1, 2, 3] });
    for (const window of [1, 1, 2, 9]) deliveries.received('a', window, 10);
    deliveries.received('unknown', 1, 10);
    expect(deliveries.result()).toEqual({ times: [10], lost: 1, doubled: 1, strange: 2 });
  });

  it('expects no window to have a text that was refused', () => {
    const deliveries = new Deliveries();
    deliveries.sent('a', { at: 0, by: 1, receivers: [1] });
    deliveries.refused('a');
    expect(deliveries.result()).toEqual({ times: [], lost: 0, doubled: 0, strange: 0 });
  });

  it('counts a text as received, without a time, that a window finds by a call', () => {
    const deliveries = new Deliveries();
    deliveries.sent('a', { at: 0, by: 1, receivers: [1, 2], path: '/shouts' });
    deliveries.received('a', 1, 10);
    expect([1, 2].map((window) => deliveries.missing(window).map(({ path }) => path))).toEqual([[], ['/shouts']]);
    deliveries.found('a', 1);
    deliveries.found('a', 2);
    expect(deliveries.result()).toEqual({ times: [10], lost: 0, doubled: 0, strange: 0 });
  });
});
