import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deployment, type Language } from '@paddock/contract/core/deployment';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { legalFindings, pictureFindings } from './asset-findings.js';
import { entryFindings } from './entry-findings.js';
import { examined } from './examine.js';
import type { Finding } from './finding.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-assets-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'club.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

const save = (name: string, content: string | Buffer) => writeFile(join(folder, 'assets', name), content);
const drawn = (colour: string, width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: colour } });
const circle = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="${colour}"/></svg>`;

/** Examines a community with the given keys; `inLanguages` overrides them by language. */
async function examine(file: object, inLanguages: Partial<Record<Language, object>> = { en: {} }) {
  const parse = (own: object) =>
    deployment.parse({
      ...{ id: 'club', title: 'Club', tabs: ['chats'], modules: {}, ...file, ...own },
      look: { accent: '#ff5b1f', ...('look' in file && (file.look as object)) },
    });
  const configs = new Map(Object.entries(inLanguages).map(([key, own]) => [key as Language, parse(own)]));
  return examined(folder, { config: [...configs.values()][0]!, configs, modules: [], revision: '' });
}
const texts = (found: Finding[]) =>
  found.map(({ path, problem, remedy }) => `${path.join('.')}: ${problem} | ${remedy}`);
const picturesOf = async (look: object, more: object = {}) => texts(pictureFindings(await examine({ look, ...more })));

describe(pictureFindings, () => {
  it('finds nothing in clear pictures of the right size', async () => {
    await save('logo.svg', circle('#ffffff'));
    await save('icon.png', await drawn('#0a1040', 512).png().toBuffer());
    await save('clear.svg', circle('#102030'));
    await save('splash.jpg', await drawn('#0a1040', 1200, 800).jpeg().toBuffer());
    expect(await picturesOf({ logo: 'logo.svg', icon: 'icon.png', splash_image: 'splash.jpg' })).toEqual([]);
    expect(
      await picturesOf({ icon: 'clear.svg', icon_background: '#ffffff', splash_image_dark: 'splash.jpg' }),
    ).toEqual([]);
  });

  it.each(['logo', 'icon', 'splash_image', 'splash_image_dark'])('names a missing %s', async (key) =>
    expect(await picturesOf({ [key]: 'gone.png' })).toEqual([
      `look.${key}: deployments/assets has no file 'gone.png' | Add the file, or name one that is there.`,
    ]),
  );

  it('names a logo that cannot be seen on the frame, and an icon that cannot be seen on its ground', async () => {
    await save('dark.svg', circle('#202428'));
    await save('empty.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>');
    expect(await picturesOf({ logo: 'dark.svg', icon: 'dark.svg' })).toEqual([
      'look.logo: the picture has too little contrast on the dark frame: less than 3:1 in more than 90 % of its area | Use the variant for dark grounds, or one with a ground of its own.',
      expect.stringMatching(/^look.icon: the picture has too little contrast on look.icon_background #1a1c20: /),
    ]);
    expect(await picturesOf({ logo: 'empty.svg' })).toHaveLength(1);
  });

  it('names an icon that is not square or too small, and a logo that is too small', async () => {
    await save(
      'wide.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="red"/></svg>',
    );
    await save('small.png', await drawn('#ffffff', 90).png().toBuffer());
    expect(await picturesOf({ icon: 'wide.svg' })).toEqual([
      'look.icon: the icon is not square: 30 × 20 | Make it square.',
    ]);
    expect(await picturesOf({ icon: 'small.png', logo: 'small.png' })).toEqual([
      'look.logo: the picture has 90 × 90 pixels | Use SVG, or at least 96 pixels.',
      'look.icon: the picture has 90 × 90 pixels | Use SVG, or at least 512 pixels.',
    ]);
  });

  it('names files that are not pictures, of a type that browsers do not show, or with the ending of another type', async () => {
    await save('logo.png', 'no picture');
    await save('scan.tiff', await drawn('#ffffff', 600).tiff().toBuffer());
    await save('photo.png', await drawn('#ffffff', 600).jpeg().toBuffer());
    expect(await picturesOf({ logo: 'logo.png', splash_image: 'scan.tiff', splash_image_dark: 'photo.png' })).toEqual([
      "look.logo: 'logo.png' is not a picture | Use SVG, PNG, JPEG, WebP, AVIF or GIF.",
      "look.splash_image: browsers do not show the type tiff of 'scan.tiff' | Save it as PNG or JPEG.",
      "look.splash_image_dark: 'photo.png' is a picture of the type jpeg | Name it with the ending .jpg.",
    ]);
  });

  it('names a picture that takes long to load', async () => {
    await save('large.svg', `${circle('#ffffff')}<!--${' '.repeat(300 * 1024)}-->`);
    expect(await picturesOf({ logo: 'large.svg' })).toEqual([
      "look.logo: 'large.svg' has 301 KB | Make it smaller than 256 KB.",
    ]);
  });
});

describe(legalFindings, () => {
  const legalOf = async (inLanguages: Partial<Record<Language, object>>) =>
    texts(legalFindings(await examine({ languages: Object.keys(inLanguages) }, inLanguages)));

  it('finds nothing in texts of each language', async () => {
    await save('terms.en.md', '# Terms');
    await save('terms.ar.md', '# الشروط');
    expect(await legalOf({ en: { legal: { terms: 'terms.en.md' } }, ar: { legal: { terms: 'terms.ar.md' } } })).toEqual(
      [],
    );
  });

  it('names the language of a missing file, but not if all languages have the same file', async () => {
    await save('terms.en.md', '# Terms');
    const missing = 'Add the file, or name one that is there.';
    expect(await legalOf({ en: { legal: { terms: 'terms.en.md' } }, ar: { legal: { terms: 'terms.ar.md' } } })).toEqual(
      [`legal.terms.ar: deployments/assets has no file 'terms.ar.md' | ${missing}`],
    );
    const same = { legal: { privacy: 'privacy.md' } };
    expect(await legalOf({ en: same, ar: same })).toEqual([
      `legal.privacy: deployments/assets has no file 'privacy.md' | ${missing}`,
    ]);
  });

  it.each<[string, Buffer | string, string]>([
    ['an empty text', ' \n', "'text.md' is empty | Write the text."],
    [
      'a text of another encoding',
      Buffer.from([0x47, 0xfc, 0x6c]),
      "'text.md' is not text in UTF-8 | Save it as UTF-8.",
    ],
    ['a long text', 'a '.repeat(200_000), "'text.md' has 391 KB | Make it smaller than 256 KB."],
  ])('names %s', async (_name, content, fault) => {
    await save('text.md', content);
    expect(await legalOf({ en: { legal: { terms: 'text.md' } } })).toEqual([`legal.terms: ${fault}`]);
  });
});

describe(entryFindings, () => {
  const entryOf = async (file: object, production = false) =>
    texts(entryFindings({ ...(await examine(file)), production }));

  it('names a community without a public host in production only', async () => {
    expect(await entryOf({})).toEqual([]);
    expect(await entryOf({ hosts: ['club.example'] }, true)).toEqual([]);
    expect(await entryOf({}, true)).toEqual([
      'hosts: the community has no public host name | Name its hosts, such as "hosts": ["paddock.example.org"].',
    ]);
  });

  it('names a community that requires plans and sells none', async () => {
    for (const shops of [{}, { web_subscriptions: true }, { card_public_key: 'pk_live_1' }])
      expect(await entryOf({ flags: { subscription_required: true, ...shops } })).toEqual([
        expect.stringMatching(/^flags.subscription_required: members need a plan, and plans are sold neither/),
      ]);
    for (const shops of [{ web_subscriptions: true, card_public_key: 'pk_live_1' }, { in_app_subscriptions: true }])
      expect(await entryOf({ flags: { subscription_required: true, ...shops } })).toEqual([]);
  });
});
