import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deviceNow, learnServerTime, serverNow, serverTimeOf } from './clock';

const hour = 3_600_000;
const truth = Date.parse('2026-06-20T12:00:00.400Z');
const header = (at: number) => new Date(at).toUTCString();
/** Sets the device's clock wrong by this much, and learns the true time from a reply that took 200 ms. */
const learn = (wrong: number) => {
  jest.setSystemTime(truth + wrong);
  learnServerTime(header(truth), deviceNow() - 200);
};

beforeEach(() => {
  jest.useFakeTimers({ now: truth });
  learn(0);
});
afterEach(() => {
  jest.useRealTimers();
});

describe(serverNow, () => {
  it.each([-9 * hour, -5000, 5000, 9 * hour])('is true within 1.5 s on a device that is wrong by %d ms', (wrong) => {
    learn(wrong);
    expect(Math.abs(serverNow() - truth)).toBeLessThan(1500);
    expect(Math.abs(serverTimeOf(deviceNow()) - truth)).toBeLessThan(1500);
  });

  it('does not change by a reply that agrees with it', () => {
    learn(9 * hour);
    const first = serverNow() - deviceNow();
    for (const part of [100, 350, 700, 990]) {
      jest.setSystemTime(truth + 9 * hour + part);
      learnServerTime(header(truth + part), deviceNow() - 150);
      expect(serverNow() - deviceNow()).toBe(first);
    }
  });

  it('does not change by a slow reply, whose time says little', () => {
    learn(0);
    const before = serverNow();
    learnServerTime(header(truth - 20_000), deviceNow() - 40_000);
    expect(serverNow()).toBe(before);
  });

  it('is right again once the device has been set right', () => {
    learn(9 * hour);
    learn(0);
    expect(Math.abs(serverNow() - truth)).toBeLessThan(1500);
  });

  it.each([null, '', 'yesterday'])('ignores a reply with the time %j', (server) => {
    learn(hour);
    const before = serverNow();
    learnServerTime(server, deviceNow() - 100);
    expect(serverNow()).toBe(before);
  });
});

describe(serverTimeOf, () => {
  it('keeps 0, of a query that has no data yet', () => {
    learn(hour);
    expect(serverTimeOf(0)).toBe(0);
  });
});
