import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkMessages } from './check-messages.mjs';

const loading = `export const messages = { en: './messages/en.json', ar: () => import('./messages/ar.json') };`;

/** Per case: a module's source, its English and Arabic texts, and the expected findings. */
const cases = {
  'reads literals, conditions, defaults, templates, types, counts and toasts': {
    source: `
      const parts = ['a', 'b'] as const;
      type Reason = { key: \`why.\${string}\` };
      export function Page(x: string, open: boolean, own: 'mine' | undefined, why: Reason) {
        t('plain'); t(open ? 'yes' : 'no'); t(own ?? 'theirs'); t(\`codes.\${x}\`); t(why.key);
        parts.map((part) => t(\`parts.\${part}.title\`)); t('members', { count: 3 }); toast('saved');
      }`,
    en: {
      ...{
        plain: 'P',
        yes: 'Y',
        no: 'N',
        mine: 'M',
        theirs: 'T',
        saved: 'S',
        members_one: '1',
        members_other: '{{count}}',
      },
      ...{ codes: { A: 'A' }, why: { off: 'O' }, parts: { a: { title: 'A' }, b: { title: 'B' } } },
    },
    found: [],
  },
  'a key without a text': {
    source: `t('here'); t('nowhere');`,
    en: { here: 'H' },
    found: [/src\/page\.tsx:1: no text for 'nowhere'$/],
  },
  'one side of a condition without a text': {
    source: `export const f = (open: boolean) => t(open ? 'here' : 'nowhere');`,
    en: { here: 'H' },
    found: [/no text for open \? 'here' : 'nowhere'$/],
  },
  'a template that no text fits': {
    source: 'export const f = (x: string) => t(`codes.${x}`);',
    en: {},
    found: [/no text for `codes\.\$\{x\}`$/],
  },
  'a toast without a text': { source: `toast('saved');`, en: {}, found: [/no text for 'saved'$/] },
  'a key that could be any': {
    source: 'export const f = (x: string) => t(x);',
    en: {},
    found: [/x can be any key$/],
  },
  'a text that nothing uses': {
    source: `t('a.b');`,
    en: { a: { b: 'B', c: 'C' } },
    found: [/src\/messages\/en\.json: nothing uses 'a\.c'$/],
  },
  'a counted text that nothing uses': {
    source: '',
    en: { members_one: '1', members_other: '{{count}}' },
    found: [/en\.json: nothing uses 'members'$/],
  },
  'a text that another language lacks': {
    source: `t('a'); t('b');`,
    en: { a: 'A', b: 'B' },
    ar: { a: 'أ' },
    found: [/ar\.json: 'b' is missing$/],
  },
  'a text that English lacks': {
    source: `t('a');`,
    en: { a: 'A' },
    ar: { a: 'أ', b: 'ب' },
    found: [/ar\.json: 'b' is not a key of English$/],
  },
  'a missing plural form of another language': {
    source: `t('n');`,
    en: { n_one: '1', n_other: '{{count}}' },
    ar: { n_zero: '', n_one: '', n_two: '', n_many: '{{count}}', n_other: '{{count}}' },
    found: [/ar\.json: 'n_few' is missing$/],
  },
  'a value that a translation drops': {
    source: `t('hello');`,
    en: { hello: 'Hello {{name}}' },
    ar: { hello: 'أهلًا' },
    found: [/ar\.json: 'hello' has the values \{\}, English \{name\}$/],
  },
  'a number that the general form drops': {
    source: `t('n');`,
    en: { n_one: '1', n_other: '{{count}}' },
    ar: { n_zero: '', n_one: '', n_two: '', n_few: '{{count}}', n_many: '{{count}}', n_other: '' },
    found: [/ar\.json: 'n_other' has the values/],
  },
  'a value that English does not give': {
    source: `t('hello');`,
    en: { hello: 'Hello' },
    ar: { hello: '{{name}}' },
    found: [/ar\.json: 'hello' has the values \{name\}, English \{\}$/],
  },
  'a language that nothing loads': {
    source: `t('a');`,
    en: { a: 'A' },
    ar: { a: 'أ' },
    index: `export const messages = './messages/en.json';`,
    found: [/ar\.json: nothing loads it$/],
  },
  'texts of a feature': {
    source: `t('a'); t('tea.hot');`,
    en: { a: 'A' },
    feature: {
      source: `t('a'); t('tea.hot'); t('tea.cold');`,
      en: { tea: { hot: 'H', cold: 'C', iced: 'I' } },
      ar: { tea: { hot: 'ح', iced: 'م' } },
    },
    found: [
      /src\/page\.tsx:1: 'tea\.hot' loads with the screens of mfe-\d+\/src\/tea$/,
      /src\/tea\/messages\/en\.json: nothing uses 'tea\.iced'$/,
      /src\/tea\/messages\/ar\.json: 'tea\.cold' is missing$/,
    ],
  },
};
// Compiling takes two to three seconds on a quiet machine.
const compiling = 60_000;
const folders = Object.fromEntries(Object.keys(cases).map((name, index) => [name, `mfe-${index}`]));

let root;
let findings;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paddock-messages-'));
  const plant = async (name, text) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  };
  for (const [name, { source, en, ar, feature, index = loading }] of Object.entries(cases)) {
    const folder = `${folders[name]}/src`;
    await plant(`${folder}/page.tsx`, `${source}\nexport {};`);
    await plant(`${folder}/index.ts`, index);
    await plant(`${folder}/messages/en.json`, JSON.stringify(en));
    if (ar) await plant(`${folder}/messages/ar.json`, JSON.stringify(ar));
    if (feature) {
      await plant(`${folder}/tea/tea.tsx`, `${feature.source}\nexport {};\n${loading}`);
      await plant(`${folder}/tea/messages/en.json`, JSON.stringify(feature.en));
      await plant(`${folder}/tea/messages/ar.json`, JSON.stringify(feature.ar));
    }
  }
  await plant('shell/src/index.ts', 'export {};');
  findings = checkMessages(root);
}, compiling);
afterAll(() => rm(root, { recursive: true, force: true }));

describe(checkMessages, () => {
  it.each(Object.entries(cases))('%s', (name, { found }) => {
    const here = findings.filter((finding) => finding.startsWith(`${folders[name]}/`));
    expect(here).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
  });

  it(
    'finds the same in a module checked alone',
    () => {
      const planted = [...new Set(findings.map((finding) => finding.split('/')[0]))].filter((id) =>
        id.startsWith('mfe-'),
      );
      expect(planted).not.toEqual([]);
      const alone = planted.slice(0, 3).map((id) => [id, checkMessages(root, id)]);
      expect(alone).toEqual(alone.map(([id]) => [id, findings.filter((finding) => finding.startsWith(`${id}/`))]));
    },
    compiling,
  );

  it(
    'finds nothing in this repository',
    () => {
      expect(checkMessages(fileURLToPath(new URL('../../../../', import.meta.url)))).toEqual([]);
    },
    compiling,
  );
});
