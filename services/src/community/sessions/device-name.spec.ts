import { describe, expect, it } from '@jest/globals';
import { type ClientFacts, deviceName } from './device-name.js';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

describe(deviceName, () => {
  it.each<[string, ClientFacts]>([
    ['Firefox, Windows', { agent: `${windows} Gecko/20100101 Firefox/140.0` }],
    ['Chrome, Windows', { agent: `${windows} ${chromium} Safari/537.36`, platform: 'web' }],
    ['Edge, Windows', { agent: `${windows} ${chromium} Safari/537.36 Edg/141.0.0.0` }],
    ['Opera, Windows', { agent: `${windows} ${chromium} Safari/537.36 OPR/120.0.0.0` }],
    ['Safari, iPhone', { agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1' }],
    ['Chrome, iPad', { agent: 'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/141.0 Safari/604.1' }],
    ['Safari, macOS', { agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1.15' }],
    ['Samsung Internet, Android', { agent: `Mozilla/5.0 (Linux; Android 16) SamsungBrowser/28.0 ${chromium}` }],
    ['Firefox, Linux', { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }],
    ['Chrome, Pixel 9, Android 16', { agent: chromium, platform: 'Android', model: 'Pixel 9', version: '16' }],
    ['iPhone 17, iOS 19.1', { agent: 'Paddock/1.0', platform: 'iOS', model: 'iPhone 17', version: '19.1' }],
    ['', {}],
    ['', { agent: 'curl/8.0', platform: 'web' }],
    [
      'Chrome, Windows',
      { agent: `${windows} ${chromium} Safari/537.36`, platform: 'web', model: 'Windows', version: '126' },
    ],
  ])('returns %j', (name, client) => {
    expect(deviceName(client)).toBe(name);
  });

  it('returns one short line for any input', () => {
    const name = deviceName({
      platform: `a\n\u202eb\u0000${'x'.repeat(64)}`,
      model: 'm'.repeat(128),
      version: ' 1\t2 ',
    });
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name).not.toMatch(/[\p{C}\n]/u);
    expect(name).toContain('1 2');
  });
});
