/**
 * The setting of `i18next/no-literal-string`: words between tags and in attributes with visible or spoken text come from i18n.
 * @type {import('eslint').Linter.RuleEntry}
 */
export const translatedText = [
  'error',
  {
    mode: 'jsx-only',
    message: 'visible to users: take it from i18n with a key of this module',
    'jsx-attributes': {
      include: [
        'alt',
        'aria-description',
        'aria-label',
        'aria-placeholder',
        'aria-roledescription',
        'label',
        'placeholder',
        'title',
      ],
    },
    // Text without a letter needs no translation.
    words: { exclude: [/^[^\p{L}]*$/u] },
    'should-validate-template': true,
    // What a function or a prop that is an object receives is mostly an address or a key.
    callees: { exclude: ['.*'] },
    'object-properties': { exclude: ['.*'] },
  },
];
