import { afterEach, expect, it, jest } from '@jest/globals';
import { openSource, type RangeSource } from './range-source';

const mb = 1024 * 1024;
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const reply = (length: number) =>
  new Response(new Uint8Array(length), { status: 206, headers: { 'content-range': `bytes 0-1/${4 * mb}` } });

it('fetches ranges again when the device is online, also when the network works only later', async () => {
  const asked: ((ok: boolean) => void)[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(reply(mb / 2));
  const waits: boolean[] = [];
  const source = await openSource('/api/files/1', new AbortController().signal, (isWaiting) => waits.push(isWaiting));
  fetched.mockImplementation(
    () =>
      new Promise((resolve, reject) =>
        asked.push((ok) => (ok ? resolve(reply(10)) : reject(new TypeError('Failed to fetch')))),
      ),
  );
  const { range } = source as { range: RangeSource };
  const received = jest.spyOn(range, 'onDataRange').mockReturnValue(undefined);
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fail = async () => {
    asked.shift()!(false);
    await jest.advanceTimersByTimeAsync(0);
  };

  range.requestDataRange(mb, mb + 10);
  await fail();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([waits, asked.length]).toEqual([[true], 0]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await fail();
  await jest.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(1);
  asked.shift()!(true);
  await jest.advanceTimersByTimeAsync(0);
  expect(received.mock.calls.map(([begin]) => begin)).toEqual([mb]);
  expect(waits.at(-1)).toBe(false);
});
