import { afterAll, describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import { callIsAddress } from './call-is-address.mjs';
import { kebabCaseFilename } from './kebab-case-filename.mjs';
import { noUntranslatedText } from './no-untranslated-text.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;
const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });

tester.run('kebab-case-filename', kebabCaseFilename, {
  valid: ['event-list.test.tsx', 'event.schema.ts', 'h3.ts', 'boundary-rules.spec.mjs'].map((filename) => ({
    name: filename,
    code: '',
    filename,
  })),
  invalid: ['EventList.tsx', 'event_list.ts', 'useEvents.ts'].map((filename) => ({
    name: filename,
    code: '',
    filename,
    errors: [{ messageId: 'name', data: { name: filename } }],
  })),
});

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

const error = [{ messageId: 'text' }];
tester.run('no-untranslated-text', noUntranslatedText, {
  valid: [
    { name: 'a key', code: "<p>{t('feed.empty')}</p>" },
    { name: 'punctuation', code: '<p>{count} · {name}</p>' },
    { name: 'an attribute that is not displayed', code: '<a className="row" href={`#/main/${id}`} role="link" />' },
    { name: 'a translated label', code: "<button aria-label={t('close')} />" },
  ],
  invalid: [
    { name: 'words between tags', code: '<p>No shouts yet</p>', errors: error },
    { name: 'a string in braces', code: "<p>{'Nada'}</p>", errors: error },
    { name: 'one branch of a choice', code: "<p>{open ? t('open') : 'Closed'}</p>", errors: error },
    { name: 'a fallback', code: "<p>{title || 'Untitled'}</p>", errors: error },
    { name: 'a spoken attribute', code: '<button aria-label="Close" />', errors: error },
    { name: 'a spoken template', code: '<img alt={`Picture of ${name}`} />', errors: error },
  ],
});
