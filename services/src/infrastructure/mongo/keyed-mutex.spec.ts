import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Mongo } from './mongo.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

describe(KeyedMutex, () => {
  it('runs transactions that share one of their keys one after another, and the others at once', async () => {
    const mutex = new KeyedMutex(services.get(Mongo));
    const log: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const run = (name: string, keys: string | string[], until?: Promise<void>) =>
      mutex.transaction(keys, async () => {
        log.push(name);
        await until;
      });
    const first = run('b', 'b', held);
    const both = run('a+b', ['a', 'b']);
    const behind = run('a', 'a');
    await run('none', []);
    await run('c', ['c']);
    expect(log).toEqual(expect.arrayContaining(['b', 'none', 'c']));
    expect(log).toHaveLength(3);
    release();
    await Promise.all([first, both, behind]);
    expect(log.slice(3)).toEqual(['a+b', 'a']);
  });

  it('continues after a failure', async () => {
    const mutex = new KeyedMutex(services.get(Mongo));
    const failed = mutex.transaction(['a', 'b'], () => Promise.reject(new Error('changed my mind')));
    const next = mutex.transaction('b', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await next).toBe('done');
  });
});
