import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createWebPlatform } from './web-platform';

let stubs: Record<string, unknown>;
const give = (name: string, value: unknown) => {
  stubs[name] = value;
  Object.defineProperty(navigator, name, { value, configurable: true });
};
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  stubs = {};
  localStorage.clear();
});
afterEach(() => {
  for (const name of Object.keys(stubs)) delete (navigator as unknown as Record<string, unknown>)[name];
  hide(false);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const platform = () => createWebPlatform(localStorage);
const aborted = Object.assign(new Error('no'), { name: 'AbortError' });

describe(createWebPlatform, () => {
  it('shares through the browser, and returns cancelled for a closed sheet', async () => {
    give('share', jest.fn<() => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(aborted));
    expect(await platform().share({ url: 'https://a.example' })).toBe('shared');
    expect(await platform().share({ url: 'https://a.example' })).toBe('cancelled');
  });

  it('copies the address when the browser cannot share', async () => {
    const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
    give('clipboard', { writeText });
    expect(await platform().share({ title: 'Pit wall', url: 'https://a.example/1' })).toBe('copied');
    expect(writeText).toHaveBeenCalledWith('https://a.example/1');
  });

  it('throws NOT_AVAILABLE when it can neither share nor copy', async () => {
    expect(platform().has('share')).toBe(false);
    await expect(platform().share({ text: 'a' })).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  });

  it('stores the position for the calls, and a denied permission', async () => {
    const answers = [
      (yes: (at: unknown) => void) => yes({ coords: { longitude: 5.97, latitude: 50.44 } }),
      (_: unknown, no: (error: unknown) => void) => no({ code: 1 }),
    ];
    give('geolocation', { getCurrentPosition: (yes: never, no: never) => answers.shift()!(yes, no) });
    expect(await platform().position()).toEqual([5.97, 50.44]);
    expect(localStorage.getItem('geo')).toBe('[5.97,50.44]');
    expect(platform().positionAnswer()).toBe('given');
    platform().forgetPosition();
    expect(platform().positionAnswer()).toBeUndefined();
    await expect(platform().position()).rejects.toMatchObject({ code: 'GEO_PERMISSION_DENIED' });
    expect(localStorage.getItem('geo')).toBeNull();
    expect(localStorage.getItem('geo_permission_denied')).toBe('true');
    expect(platform().positionAnswer()).toBe('denied');
  });

  it('does not store a failed position as a denied permission', async () => {
    give('geolocation', { getCurrentPosition: (_: never, no: (error: unknown) => void) => no({ code: 3 }) });
    await expect(platform().position()).rejects.toMatchObject({ code: 'GEO_UNAVAILABLE' });
    expect(localStorage.getItem('geo_permission_denied')).toBeNull();
  });

  it('reports how long the app was away', () => {
    jest.useFakeTimers();
    const back = jest.fn();
    const end = platform().onResume(back);
    hide(true);
    jest.advanceTimersByTime(90_000);
    hide(false);
    expect(back.mock.calls).toEqual([[90_000]]);
    end();
    hide(true);
    hide(false);
    expect(back).toHaveBeenCalledTimes(1);
  });

  it('waits until the member returns from a link', async () => {
    jest.useFakeTimers();
    jest.spyOn(window, 'open').mockReturnValue(null);
    const back = jest.fn();
    const opened = platform().openAndWait('https://tickets.example').then(back);
    hide(true);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(back).not.toHaveBeenCalled();
    hide(false);
    await opened;
    expect(window.open).toHaveBeenCalledWith('https://tickets.example', '_blank', 'noopener,noreferrer');
  });

  it('stops waiting when the link does not open', async () => {
    jest.useFakeTimers();
    jest.spyOn(window, 'open').mockReturnValue(null);
    const opened = platform().openAndWait('https://tickets.example');
    await jest.advanceTimersByTimeAsync(1000);
    await expect(opened).resolves.toBeUndefined();
  });

  it('has no store', async () => {
    expect(platform().has('store')).toBe(false);
    await expect(platform().store()).rejects.toMatchObject({ code: 'NO_NAVIGATOR_STORE' });
  });

  it('downloads a calendar file', async () => {
    const clicked: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(`${this.download} ${this.href}`);
    });
    const entry = { id: '1', title: 'Race', start: new Date(0) };
    expect(await platform().addToCalendar(entry)).toBe('downloaded');
    expect(clicked).toEqual(['Race.ics blob:1']);
  });
});
