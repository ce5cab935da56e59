/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { stripUrlTokens } from './strip-url-tokens';

function tidied(address: string) {
  const url = new URL(address, 'http://host');
  let shown = address;
  const state = { step: { at: 14, first: 5 } };
  const entry = stripUrlTokens(url, {
    state,
    replaceState(kept, _title, to) {
      // The way back depends on it.
      expect(kept).toBe(state);
      shown = String(to);
    },
  });
  return { shown, entry };
}

describe(stripUrlTokens, () => {
  it.each([
    ['/', '/#/', {}],
    ['/terms', '/#/terms', {}],
    ['/#/main/chats', '/#/main/chats', {}],
    ['/grant/42/secret', '/#/grant/42/secret', {}],
    ['/?a=1', '/?a=1#/', {}],
    ['/main/conversation/0?shout=1', '/#/main/conversation/0?shout=1', {}],
    // landing's token
    ['/?token=secret', '/#/', { token: 'secret' }],
    ['/?token=secret#/', '/#/', { token: 'secret' }],
    ['/#/?token=secret', '/#/', { token: 'secret' }],
    ['/?a=1&token=secret', '/?a=1#/', { token: 'secret' }],
    ['/landing?token=secret', '/#/landing', { token: 'secret' }],
    ['/?token=', '/#/', {}],
    ['/?token=secret#/main/chats', '/#/main/chats', {}],
    ['/terms?token=secret', '/#/terms', {}],
    // a provider's redirect
    ['/loading?code=1&state=2', '/#/loading', { code: '1', state: '2' }],
    ['/loading?error=access_denied&state=2', '/#/loading', { error: 'access_denied', state: '2' }],
    ['/loading?id_token=a.b.c', '/#/loading', { id_token: 'a.b.c' }],
    ['/loading#id_token=a.b.c&state=2', '/#/loading', { id_token: 'a.b.c', state: '2' }],
    ['/#/loading?code=1&state=2', '/#/loading', { code: '1', state: '2' }],
    ['/?id_token=a.b.c', '/#/loading', { id_token: 'a.b.c' }],
    ['/#id_token=a.b.c', '/#/loading', { id_token: 'a.b.c' }],
    // the workplace of a link
    ['/main/shout/1?workplace=hq', '/#/main/shout/1', { workplace: 'hq' }],
    ['/main/conversation/0?shout=1&workplace=', '/#/main/conversation/0?shout=1', { workplace: '' }],
    ['/#/main/events/1?workplace=hq', '/#/main/events/1', { workplace: 'hq' }],
    // the same names elsewhere are not secret
    ['/#/main/chats?state=open', '/#/main/chats?state=open', {}],
  ])('%s becomes %s', (from, to, entry) => expect(tidied(from)).toEqual({ shown: to, entry }));
});
