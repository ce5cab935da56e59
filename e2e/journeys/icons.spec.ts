import { expect, test } from '../fixtures/test.js';

for (const [community, accent] of [
  ['motorsport', '#ff5b1f'],
  ['workplace', '#0a7c86'],
] as const)
  test(`${community} has its own favicon, touch icon and web manifest`, async ({ page, paddock }) => {
    const origin = paddock.origin(community);
    await page.goto(origin);
    const linked = async (rel: string) => (await page.locator(`link[rel="${rel}"]`).getAttribute('href'))!;
    const read = async (rel: string) => page.evaluate(async (href) => (await fetch(href)).text(), await linked(rel));
    expect(await read('icon')).toContain(`fill="${accent}"`);
    const { icons } = JSON.parse(await read('manifest')) as { icons: { src: string }[] };
    const addresses = [await linked('apple-touch-icon'), ...icons.map(({ src }) => src)];
    // The page policy allows them: the fixture reports violations.
    const widths = await page.evaluate(async (sources) => {
      const shown = sources.map((src) => Object.assign(new Image(), { src }));
      await Promise.all(shown.map((image) => image.decode()));
      return shown.map(({ naturalWidth }) => naturalWidth);
    }, addresses);
    expect(widths).toEqual([180, 192, 512]);
  });
