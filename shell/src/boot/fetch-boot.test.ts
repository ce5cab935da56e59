import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fetchReleaseFile } from '../modules/release-files';
import type { Release } from '../modules/module-states';
import { ownerOf } from '../token-entry/token-owner';
import { fetchBoot } from './fetch-boot';

const browserFetch = globalThis.fetch;
/** Replies like a service that accepts the connection and sends nothing. */
const silent = (_: unknown, { signal }: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
const reply =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = browserFetch;
  localStorage.clear();
});

describe(fetchBoot, () => {
  it('returns the reply', async () => {
    globalThis.fetch = reply({ languages: ['en'] });
    expect(await fetchBoot()).toEqual({ languages: ['en'] });
  });

  it('names the releases in the window', async () => {
    localStorage.setItem('workplace', 'north');
    const asked: string[] = [];
    globalThis.fetch = (address) => reply({ languages: ['en'] })().finally(() => asked.push(String(address)));
    await fetchBoot(['mfe-x@1.0.0-a', 'mfe-y@2.0.0']);
    await fetchBoot();
    const [first, second] = asked.map((address) => new URL(address, 'http://host').searchParams);
    expect(Object.fromEntries(first!)).toEqual({
      integrity: 'file',
      workplace: 'north',
      running: 'mfe-x@1.0.0-a,mfe-y@2.0.0',
    });
    expect(Object.fromEntries(second!)).toEqual({ integrity: 'file', workplace: 'north' });
  });

  it.each([
    ['an error', reply({}, 502), 'the boot call answered 502'],
    ['a reply of something else', reply({}), 'not a boot reply'],
    ['nothing', reply(null), 'not a boot reply'],
  ])('rejects %s', async (_, answer, message) => {
    globalThis.fetch = answer;
    await expect(fetchBoot()).rejects.toThrow(message);
  });
});

const release = { id: 'mfe-x', version: '1', base: '/mfe-x/1/', integrity: { 'entry.js': 'sha256-x' } };

// Without an end, the page would keep its picture, and Retry its spinner.
describe('a start without a reply', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the boot reply', () => fetchBoot()],
    ['a file of a module', () => fetchReleaseFile(release as unknown as Release, 'entry.js')],
    ['the owner of a token', () => ownerOf('token', '/api').then((owner) => Promise.reject(new Error(String(owner))))],
  ])('ends after 10 s: %s', async (_, start) => {
    globalThis.fetch = silent;
    let ended = false;
    void start().catch(() => (ended = true));
    await jest.advanceTimersByTimeAsync(9_900);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(ended).toBe(true);
  });
});
