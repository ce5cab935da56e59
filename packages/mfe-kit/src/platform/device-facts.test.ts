import { describe, expect, it } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { readSelf } from '@paddock/contract/calls/account';
import { deviceFacts } from './device-facts';
import { testKit } from '../../test/test-host';

const of = (agent: string) => {
  const facts = deviceFacts(agent);
  return [facts['device-model'], facts['device-version']];
};

describe(deviceFacts, () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.1.2 Safari/537.36',
      'Windows',
      '126.0.1.2',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/126.0.0.0 Safari/537.36 Edg/125.3', 'Windows', '125.3'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1',
      'iPhone',
      '17.4',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Linux', '127.0'],
    ['something else', 'browser', '0'],
  ])('parses %s', (agent, model, version) => expect(of(agent)).toEqual([model, version]));

  it('are sent with every call', async () => {
    let sent = new URLSearchParams();
    const kit = await testKit({
      module: 'mfe-test',
      messages: {},
      flags: flags.parse(undefined),
      async fetch(url) {
        sent = new URL(String(url), 'http://test').searchParams;
        return new Response('{}');
      },
    });
    await kit.api.call(readSelf, {});
    const names = ['client-version', 'device-version', 'device-platform', 'device-model'];
    for (const name of names) expect(sent.get(name)).toBeTruthy();
  });
});
