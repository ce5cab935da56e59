import js from '@eslint/js';
import { callIsAddress } from '@paddock/build/lint/call-is-address.mjs';
import { translatedText } from '@paddock/build/lint/translated-text.mjs';
import checkFile from 'eslint-plugin-check-file';
import i18next from 'eslint-plugin-i18next';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

const web = [
  'packages/mfe-kit/{src,test}/**/*.{ts,tsx}',
  'packages/ui/src/**/*.{ts,tsx}',
  'shell/src/**/*.{ts,tsx}',
  'mfe-*/**/*.{ts,tsx}',
];
const tests = ['**/*.{spec,test,board}.{ts,tsx,mjs}', '**/test/**', 'packages/ui/src/gallery/**', 'e2e/**'];

/** A file is looked for in every program named, and each is built for that: so each kind of file names its own. */
const ofProject = (project, files) => ({ files, languageOptions: { parserOptions: { project: [project] } } });
const { plugins, rules: hookRules } = reactHooks.configs.flat.recommended;
const rulesOfHooks = ['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'];
const pick = (wanted) => Object.fromEntries(Object.entries(hookRules).filter(([rule]) => wanted(rule)));

export default defineConfig(
  { ignores: ['**/dist/', 'var/', '**/node_modules/', 'e2e/test-results/'] },
  // A rule that does not fit is changed here, for all; comments cannot switch one off.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Stores and hooks hand out plain functions in objects; what is unknown is printed for people to read.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      // An async method without await keeps an interface's promise; a handler of React may be async.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  ofProject('tsconfig.e2e.json', ['e2e/**/*.ts']),
  ofProject('tsconfig.web.json', [...web, 'packages/build/types/**/*.ts', 'e2e/resilience/mfe-trouble/**/*.{ts,tsx}']),
  {
    files: ['**/*.{ts,tsx,mjs,js,cjs}'],
    plugins: {
      'check-file': checkFile,
      paddock: { rules: { 'call-is-address': callIsAddress } },
    },
    rules: {
      'check-file/filename-naming-convention': ['error', { '**/*': 'KEBAB_CASE' }, { ignoreMiddleExtensions: true }],
      'max-lines': ['warn', { max: 300 }],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
      ],
    },
  },
  {
    files: web,
    plugins,
    rules: { 'paddock/call-is-address': 'error', ...pick((rule) => rulesOfHooks.includes(rule)) },
  },
  {
    // The other rules run React's compiler over every function, which takes long; what tests render needs none of that.
    files: web,
    ignores: tests,
    rules: {
      ...pick((rule) => !rulesOfHooks.includes(rule)),
      // Following something outside React (a timer, a closed toast) is what these effects are for.
      'react-hooks/set-state-in-effect': 'off',
      // A hook may hand out its ref among other values; and no compiler is used that a library could be incompatible with.
      'react-hooks/refs': 'off',
      'react-hooks/incompatible-library': 'off',
    },
  },
  // Replies and reports are read as they come.
  {
    files: [
      '**/*.{spec,test}.{ts,tsx}',
      'services/test/**/*.ts',
      'packages/embedded-mongo/test/**/*.ts',
      'e2e/**/*.ts',
    ],
    rules: Object.fromEntries(
      ['assignment', 'member-access', 'argument', 'call', 'return'].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        'off',
      ]),
    ),
  },
  // Playwright reads what a fixture needs from its first parameter's pattern.
  { files: ['e2e/fixtures/*.ts'], rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } },
  { files: web, ignores: tests, plugins: { i18next }, rules: { 'i18next/no-literal-string': translatedText } },
  {
    files: [...web, 'services/src/**/*.ts', 'packages/contract/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'console',
          'process',
          'performance',
          'URL',
          'Buffer',
          'require',
          'module',
          'fetch',
          'AbortController',
          'AbortSignal',
          'setTimeout',
          'clearTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
