import { beforeEach, describe, expect, it } from '@jest/globals';
import { readReturnUrl, storeReturnUrl, takeReturnUrl } from './return-url';

beforeEach(() => sessionStorage.clear());

describe(takeReturnUrl, () => {
  it("returns the address once, with the member's workplace", () => {
    storeReturnUrl('/main/chats/42', { user: 'ann', workplace: 'north' });
    expect(takeReturnUrl('ann')).toMatchObject({ address: '/main/chats/42', place: { workplace: 'north' } });
    expect(takeReturnUrl('ann')).toBeUndefined();
  });
  it('returns nothing to another member, nor to the first one after them', () => {
    storeReturnUrl('/main/chats/42', { user: 'ann', workplace: '' });
    expect(takeReturnUrl('ben')).toBeUndefined();
    expect(takeReturnUrl('ann')).toBeUndefined();
  });
  it("returns a visitor's address to any member who signs in", () => {
    storeReturnUrl('/main/events', undefined);
    expect(takeReturnUrl('ben')?.address).toBe('/main/events');
  });
  it('keeps the workplace that the link named', () => {
    storeReturnUrl('/main/events/1', undefined, 'south');
    expect(takeReturnUrl('ann')).toEqual({ address: '/main/events/1', workplace: 'south' });
  });
  it('finds what was read before, by its member only', () => {
    storeReturnUrl('/main/chats/42', { user: 'ann', workplace: '' });
    expect(readReturnUrl('ben')).toBeUndefined();
    expect(readReturnUrl('ann')?.address).toBe('/main/chats/42');
    expect(takeReturnUrl('ann')?.address).toBe('/main/chats/42');
  });
  it('returns nothing without a stored address', () => expect(takeReturnUrl('ann')).toBeUndefined());
});
