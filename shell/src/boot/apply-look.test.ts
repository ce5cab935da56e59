import { afterEach, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { applyLook } from './apply-look';

afterEach(() => localStorage.clear());

const splashOf = (workplace: string, splash_image: string | undefined) => {
  const boot = {
    look: { accent: '#ff5b1f', theme: 'system', splash_image },
    workplaces: [
      { id: 'hq', title: 'Headquarters', image_url: '/assets/hq.jpg' },
      { id: 'porto', title: 'Porto' },
    ],
  } as unknown as Boot;
  applyLook(boot, 'en', workplace, 'system');
  return localStorage.getItem('shell.splash');
};

it("remembers the workplace's picture for the splash screen, else the community's, else none", () => {
  expect(splashOf('hq', '/assets/all.jpg')).toBe('/assets/hq.jpg');
  expect(splashOf('porto', '/assets/all.jpg')).toBe('/assets/all.jpg');
  expect(splashOf('', '/assets/all.jpg')).toBe('/assets/all.jpg');
  expect(splashOf('porto', undefined)).toBeNull();
});

it("remembers the community's picture of each scheme", () => {
  const look = {
    accent: '#ff5b1f',
    theme: 'system',
    splash_image: '/day.jpg',
    splash_image_dark: '/night.jpg',
  } as const;
  const darkOf = (boot: Parameters<typeof applyLook>[0], workplace = '') => {
    applyLook(boot, 'en', workplace, 'system');
    return localStorage.getItem('shell.splash.dark');
  };
  expect(darkOf({ look, workplaces: [] })).toBe('/night.jpg');
  expect(localStorage.getItem('shell.splash')).toBe('/day.jpg');
  expect(darkOf({ look, workplaces: [{ id: 'hq', title: 'Headquarters', image_url: '/hq.jpg' }] }, 'hq')).toBe(
    '/hq.jpg',
  );
  const { splash_image_dark: _, ...oneForBoth } = look;
  expect(darkOf({ look: oneForBoth, workplaces: [] })).toBe('/day.jpg');
});

it('paints the accent of each scheme, and in the dark one the same by default', () => {
  const dark = () => document.documentElement.style.getPropertyValue('--accent-dark');
  applyLook(
    { look: { accent: '#123456', accent_dark: '#abcdef', theme: 'system' }, workplaces: [] },
    'en',
    '',
    'system',
  );
  expect(dark()).toBe('#abcdef');
  applyLook({ look: { accent: '#123456', theme: 'system' }, workplaces: [] }, 'en', '', 'system');
  expect(dark()).toBe('#123456');
});

it.each([
  ['system', 'system', undefined],
  ['system', 'dark', 'dark'],
  // A deployment's own theme decides.
  ['light', 'dark', 'light'],
] as const)('with the theme %s and the choice %s it paints %s', (theme, appearance, painted) => {
  applyLook({ look: { accent: '#ff5b1f', theme }, workplaces: [] }, 'en', '', appearance);
  expect(document.documentElement.dataset['theme']).toBe(painted);
});

it('starts without storing the picture when the storage is full', () => {
  splashOf('', '/assets/all.jpg');
  const filler = 'x'.repeat(1_000_000);
  const fill = (text: string, part = 0): number => {
    try {
      for (; ; part++) localStorage.setItem(`fill.${text.length}.${part}`, text);
    } catch {
      return part;
    }
  };
  for (let { length } = filler; length >= 1; length = Math.floor(length / 10)) fill(filler.slice(0, length));
  expect(() => localStorage.setItem('more', filler)).toThrow();
  expect(splashOf('', `/assets/${'long'.repeat(100)}.jpg`)).toBe('/assets/all.jpg');
});
