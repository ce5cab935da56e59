import { beforeEach, describe, expect, it } from '@jest/globals';
import { rememberWanted, takeWanted } from './return-url';

beforeEach(() => sessionStorage.clear());

describe(takeWanted, () => {
  it('answers once, in the workplace where the member was', () => {
    rememberWanted('/main/chats/42', { user: 'ann', workplace: 'north' });
    expect(takeWanted('ann')).toMatchObject({ address: '/main/chats/42', place: { workplace: 'north' } });
    expect(takeWanted('ann')).toBeUndefined();
  });
  it('is nothing to another member, nor to the first after them', () => {
    rememberWanted('/main/chats/42', { user: 'ann', workplace: '' });
    expect(takeWanted('ben')).toBeUndefined();
    expect(takeWanted('ann')).toBeUndefined();
  });
  it("is anybody's who signs in where a visitor was led away", () => {
    rememberWanted('/main/events', undefined);
    expect(takeWanted('ben')?.address).toBe('/main/events');
  });
  it('is nothing where nobody was led away', () => expect(takeWanted('ann')).toBeUndefined());
});
