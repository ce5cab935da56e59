import { afterAll, describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import { callIsAddress } from './call-is-address.mjs';
import i18next from 'eslint-plugin-i18next';
import { oneBlockComment } from './one-block-comment.mjs';
import { translatedText } from './translated-text.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;
const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });

tester.run('call-is-address', callIsAddress, {
  valid: [
    { name: 'a call as it is sent', code: "import { post } from '@paddock/contract/x'; send(post, post.name);" },
    { name: 'a separate schema', code: "import { form } from '@paddock/contract/x'; form.parse({});" },
    { name: 'an unrelated object with an input', code: 'const item = queue[0]; item.input;' },
  ],
  invalid: ['input', 'reply', 'errors'].map((part) => ({
    name: `the ${part} of a call`,
    code: `import { post } from '@paddock/contract/x'; post.${part};`,
    errors: [{ messageId: 'removed', data: { call: 'post', part } }],
  })),
});

tester.run('one-block-comment', oneBlockComment, {
  valid: [
    { name: 'one comment', code: '/** The id. */ export const id = 1;' },
    {
      name: 'comments of two declarations',
      code: '/** The id. */ export const id = 1;\n/** The name. */ export const name = 2;',
    },
    {
      name: "a comment below a type of JSDoc's",
      code: '/** @typedef {string} Id */\n/** The id. */ export const id = 1;',
    },
    { name: 'a comment below one of the file', code: '// All ids.\n/** The id. */ export const id = 1;' },
  ],
  invalid: [
    {
      name: 'a comment that another one hides',
      code: '/** The id. */\n/** Unique. */\nexport const id = 1;',
      errors: [{ messageId: 'lost', line: 1 }],
    },
  ],
});

const error = 1;
const [, options] = translatedText;
const withOptions = (cases) => cases.map((one) => ({ ...one, options: [options] }));
tester.run('no-literal-string', i18next.rules['no-literal-string'], {
  valid: withOptions([
    { name: 'a key', code: "<p>{t('feed.empty')}</p>" },
    { name: 'punctuation', code: '<p>{count} · {name}</p>' },
    { name: 'an attribute that is not displayed', code: '<a className="row" href={`#/main/${id}`} role="link" />' },
    { name: 'a translated label', code: "<button aria-label={t('close')} />" },
  ]),
  invalid: withOptions([
    { name: 'words between tags', code: '<p>No shouts yet</p>', errors: error },
    { name: 'a string in braces', code: "<p>{'Nada'}</p>", errors: error },
    { name: 'one branch of a choice', code: "<p>{open ? t('open') : 'Closed'}</p>", errors: error },
    { name: 'a fallback', code: "<p>{title || 'Untitled'}</p>", errors: error },
    { name: 'a spoken attribute', code: '<button aria-label="Close" />', errors: error },
    { name: 'a spoken template', code: '<img alt={`Picture of ${name}`} />', errors: error },
  ]),
});
