import { describe, expect, it } from '@jest/globals';
import { allowScripts, isAllowedScript } from './trusted-types';

describe(isAllowedScript, () => {
  const base = 'https://host/';
  it.each([
    ['/assets/core.js', true],
    ['/push-worker.js', true],
    ['/test-provider/stripe.js', true],
    ['//elsewhere/test-provider/stripe.js', false],
    ['https://js.stripe.com/endive/stripe.js', true],
    ['https://js.stripe.com.elsewhere/stripe.js', false],
    ['http://js.stripe.com/stripe.js', false],
    ['//elsewhere/push-worker.js', false],
    ['/push-worker.js/../upload.js', false],
    ['https://elsewhere/assets/core.js', false],
    ['/mfe-chats/1.0.0/assets/entry.js', false],
    ['/assets/../upload.js', false],
    ['/assets/..', false],
    ['/assets/core.js/../../upload.js', false],
    ['//elsewhere/assets/core.js', false],
    ['data:text/javascript,1', false],
    ['blob:https://host/1', false],
  ])('%s: %s', (address, allowed) => expect(isAllowedScript(address, base)).toBe(allowed));

  it('allows the files in the boot reply and nothing else', () => {
    allowScripts(['https://cdn/mfe-x/1.0.0/entry.js']);
    expect(isAllowedScript('https://cdn/mfe-x/1.0.0/entry.js', base)).toBe(true);
    expect(isAllowedScript('https://cdn/mfe-x/1.0.0/other.js', base)).toBe(false);
  });
});
