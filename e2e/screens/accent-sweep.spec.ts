import { test } from '../fixtures/gallery.js';
import { expect } from '../fixtures/test.js';

/*
 * A deployment may set any colour as its accent. packages/ui/src/contrast.spec.mjs computes the contrasts of tokens.css; here
 * Chromium paints 729 accents in both schemes, and the contrasts are measured on the painted colours.
 */
const pairs: [front: string, back: string, minRatio: number][] = [
  ['--on-accent', '--accent-fill', 4.5],
  ['--on-accent', '--accent-fill-hover', 4.5],
  ['--accent-text', '--canvas', 4.5],
  ['--accent-text', '--surface', 4.5],
  ['--accent-text', '--accent-soft', 4.5],
  ['--ink', '--accent-soft', 4.5],
  ['--ink-2', '--accent-soft', 4.5],
  ['--ink-3', '--accent-soft', 4.5],
  ['--accent-edge', '--canvas', 3],
  ['--accent-edge', '--surface', 3],
  ['--accent-frame', '--frame', 3],
  ['--accent-frame', '--frame-2', 3],
  ['--ink-3', '--canvas', 4.5],
  ['--ink-3', '--sunken', 4.5],
  ['--line-strong', '--canvas', 3],
  ['--on-frame-2', '--frame', 4.5],
];

for (const theme of ['light', 'dark'] as const)
  test(`729 painted accents have enough contrast, ${theme}`, async ({ page, gallery }) => {
    await page.goto(`${gallery}/?theme=${theme}`);
    await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible();
    const { painted, accents } = await page.evaluate((wanted) => {
      const probes = new Map<string, HTMLElement>();
      for (const name of wanted.flatMap(([front, back]) => [front, back])) {
        if (probes.has(name)) continue;
        const probe = document.createElement('i');
        probe.style.background = `var(${name})`;
        probes.set(name, probe);
      }
      // Removes the rest of the page, which each accent would restyle.
      document.body.replaceChildren(...probes.values());
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const linear = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = (probe: HTMLElement) => {
        pen.fillStyle = getComputedStyle(probe).backgroundColor;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      };
      const steps = Array.from({ length: 9 }, (_, step) => Math.min(255, step * 32));
      const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `rgb(${r}, ${g}, ${b})`)));
      const lowest = wanted.map(([front, back]) => ({ front, back, ratio: 21, accent: '' }));
      for (const accent of all) {
        document.documentElement.style.setProperty('--accent', accent);
        const light = new Map([...probes].map(([name, probe]) => [name, luminance(probe)]));
        for (const pair of lowest) {
          const [one, two] = [light.get(pair.front)!, light.get(pair.back)!];
          const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
          if (ratio < pair.ratio) Object.assign(pair, { ratio, accent });
        }
      }
      return { painted: lowest, accents: all.length };
    }, pairs);
    expect(accents).toBe(729);
    const short = painted.filter(({ ratio }, index) => ratio < pairs[index]![2]);
    expect(short).toEqual([]);
    // Without the tokens every pair would be black on black or white on white.
    expect(painted.every(({ ratio }) => ratio > 1 && ratio < 21)).toBe(true);
    test.info().annotations.push(
      ...painted.map(({ front, back, ratio, accent }) => ({
        type: `${front} on ${back}`,
        description: `${ratio.toFixed(2)} at ${accent}`,
      })),
    );
  });
