/** @jest-environment node */
import type { ChatEntry } from '@paddock/contract/calls/chats';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { describe, expect, it } from '@jest/globals';
import { afterDeletion, afterEdit, afterMark, afterReading, afterShout, newerOf } from './chat-changes';

const ann = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00Z`;
const shoutOf = (seq: number, change: Partial<ShoutCard> = {}) =>
  ({ id: `s${seq}`, seq, user: ann, shout: `Lap ${seq}`, created: at(seq), deleted: false, ...change }) as ShoutCard;
const chat = {
  id: 'g1',
  badge_number: 0,
  seq: 4,
  last_activity: at(4),
  last_shout: { id: 's4', user: ann, text: 'Lap 4', created: at(4), deleted: false },
  muted: false,
  archived: false,
} as unknown as ChatEntry;
const shown = ({ badge_number, seq, last_shout }: ChatEntry) => [badge_number, seq, last_shout?.text];

describe('changes of a chat', () => {
  it('end in the same state in whatever order the events of two edits and two shouts arrive', () => {
    const events: ((now: ChatEntry) => ChatEntry)[] = [
      (now) => afterShout(now, shoutOf(5), true),
      (now) => afterShout(now, shoutOf(6), true),
      (now) => afterEdit(now, shoutOf(6, { shout: 'Lap six', updated: at(7) })),
      (now) => afterEdit(now, shoutOf(6, { shout: 'Lap 6, boxed', updated: at(8) })),
    ];
    const orders = permutations(events).filter((order) => order.indexOf(events[1]!) < order.indexOf(events[3]!));
    expect(orders).toHaveLength(12);
    for (const order of orders) {
      const end = order.reduce((now, event) => event(now), chat);
      expect([end.seq, end.last_shout?.text, end.last_activity]).toEqual([6, 'Lap 6, boxed', at(6)]);
    }
  });

  it('show the last line as seen from the reading of it until the next shout, also over an older reply', () => {
    expect(afterReading(chat, 3).seen).toBeUndefined();
    const seen = afterReading(chat, 4);
    expect(seen.seen).toBe(true);
    expect(newerOf({ ...chat, seen: false }, seen).seen).toBe(true);
    expect(afterShout(seen, shoutOf(5), false).seen).toBeUndefined();
    expect(newerOf({ ...chat, seen: true }, afterShout(seen, shoutOf(5), false)).seen).toBeUndefined();
  });

  it('show the last line as seen also below the position of a deleted shout', () => {
    const three = { ...chat, last_shout: { ...chat.last_shout!, id: 's3', seq: 3 } };
    expect(afterReading(three, 2).seen).toBeUndefined();
    expect(afterReading(three, 3).seen).toBe(true);
    const five = afterShout(three, shoutOf(5), false);
    expect([afterReading(five, 4).seen, afterReading(five, 5).seen]).toEqual([undefined, true]);
  });

  it('count a shout once, and neither count nor show one that arrives late', () => {
    const five = afterShout(chat, shoutOf(5), true);
    expect(shown(five)).toEqual([1, 5, 'Lap 5']);
    expect(shown(afterShout(five, shoutOf(5), true))).toEqual([1, 5, 'Lap 5']);
    expect(shown(afterShout(five, shoutOf(3), true))).toEqual([1, 5, 'Lap 5']);
    expect(shown(afterShout(five, shoutOf(6), false))).toEqual([1, 6, 'Lap 6']);
  });

  it('ignore the count of a mark from before the newest shout', () => {
    const five = afterShout(chat, shoutOf(5), true);
    const mark = { badge_number: 0, muted: true, archived: false };
    expect(afterMark(five, { ...mark, seq: 4 })).toMatchObject({ badge_number: 1, muted: true });
    expect(afterMark(five, { ...mark, seq: 5 })).toMatchObject({ badge_number: 0, muted: true });
  });

  it('hide a deleted text until the line before it is known', () => {
    expect(afterDeletion(chat, 's4').last_shout).toMatchObject({ text: '', deleted: true });
    expect(afterDeletion(chat, 's3')).toBe(chat);
  });

  it("keep an event newer than a reply that arrives after it, with the reply's switches", () => {
    const five = afterShout(chat, shoutOf(5), true);
    expect(shown(newerOf({ ...chat, muted: true }, five))).toEqual([1, 5, 'Lap 5']);
    expect(newerOf({ ...chat, muted: true }, five).muted).toBe(true);
    const edited = afterEdit(chat, shoutOf(4, { shout: 'Edited', updated: at(9) }));
    expect(shown(newerOf(chat, edited))).toEqual([0, 4, 'Edited']);
    expect(newerOf(chat, undefined)).toBe(chat);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
