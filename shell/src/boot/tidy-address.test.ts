import { describe, expect, it } from '@jest/globals';
import { tidyAddress } from './tidy-address';

function tidied(address: string): string {
  const url = new URL(address, 'http://host');
  let shown = address;
  tidyAddress(url, { replaceState: (_state, _title, to) => void (shown = String(to)) });
  return shown;
}

describe(tidyAddress, () => {
  it.each([
    ['/', '/#/'],
    ['/terms', '/#/terms'],
    ['/#/main/chats', '/#/main/chats'],
    ['/loading?code=1&state=2', '/?code=1&state=2#/loading'],
    ['/?token=secret', '/#/'],
    ['/?token=secret#/main/chats', '/#/main/chats'],
    ['/?a=1&token=secret', '/?a=1#/'],
  ])('%s becomes %s', (from, to) => expect(tidied(from)).toBe(to));
});
