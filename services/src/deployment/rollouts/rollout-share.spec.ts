import { describe, expect, it } from '@jest/globals';
import { isInShare } from './rollout-share.js';

const members = Array.from({ length: 4000 }, (_, index) => `member-${index}`);
const share = (percent: number, version = '1.1.0') =>
  members.filter((member) => isInShare(member, 'mfe-chats', version, percent));

describe(isInShare, () => {
  it('takes about the percentage: no member at 0, all at 100', () => {
    expect(share(0)).toEqual([]);
    expect(share(100)).toEqual(members);
    for (const percent of [1, 10, 50]) expect(Math.abs(share(percent).length / 40 - percent)).toBeLessThan(2.5);
  });

  it('keeps the members of a lower percentage', () => {
    const few = new Set(share(10));
    expect(share(30).filter((member) => few.has(member))).toHaveLength(few.size);
  });

  it('takes other members for another release', () => {
    const first = new Set(share(20));
    const both = share(20, '1.2.0').filter((member) => first.has(member)).length;
    expect(both / first.size).toBeLessThan(0.3);
  });
});
