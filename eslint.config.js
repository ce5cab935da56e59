import js from '@eslint/js';
import { callIsAddress } from '@paddock/build/lint/call-is-address.mjs';
import { oneBlockComment } from '@paddock/build/lint/one-block-comment.mjs';
import { translatedText } from '@paddock/build/lint/translated-text.mjs';
import checkFile from 'eslint-plugin-check-file';
import i18next from 'eslint-plugin-i18next';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

const web = [
  'packages/mfe-kit/{src,test}/**/*.{ts,tsx}',
  'packages/ui/src/**/*.{ts,tsx}',
  'shell/src/**/*.{ts,tsx}',
  'mfe-*/**/*.{ts,tsx}',
];
const tests = ['**/*.{spec,test,board}.{ts,tsx,mjs}', '**/test/**', 'packages/ui/src/gallery/**', 'e2e/**'];

const noBarrels = { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' };
const noForwards = {
  selector: 'ExportNamedDeclaration[source]',
  message: 'Import from the file that defines it. Only a chunk file, *-chunk.ts, exports what others define.',
};
const useServerNow = 'The device may have a wrong clock: use serverNow() of @paddock/mfe-kit/clock.';

const noDeviceDate = { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: useServerNow };

const fewDependencies = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>8]',
  message: 'A constructor has at most eight dependencies: split the class where it has two jobs.',
};

/** The rules that need neither types nor React's compiler; oxlint has those (.oxlintrc.json, docs/adr/0064). */
export default defineConfig(
  { ignores: ['**/dist/', 'var/', '**/node_modules/', 'e2e/test-results/'] },
  // A rule that does not fit is changed here, for all; comments cannot switch one off.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs,js,cjs}'],
    plugins: {
      'check-file': checkFile,
      paddock: { rules: { 'call-is-address': callIsAddress, 'one-block-comment': oneBlockComment } },
    },
    rules: {
      'check-file/filename-naming-convention': ['error', { '**/*': 'KEBAB_CASE' }, { ignoreMiddleExtensions: true }],
      'max-lines': ['warn', { max: 300 }],
      eqeqeq: 'error',
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'anywhere' }],
      'no-restricted-syntax': ['error', noBarrels],
      'paddock/one-block-comment': 'error',
      // Prettier leaves comments as they are. A type of JSDoc's may need one long line.
      'max-len': [
        'error',
        { code: Infinity, comments: 140, ignoreUrls: true, ignorePattern: String.raw`^\s*\* @\w+ \{` },
      ],
    },
  },
  {
    files: ['services/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, noForwards, fewDependencies] },
  },
  {
    files: ['**/*.{ts,tsx,mjs,js,cjs}'],
    ignores: tests,
    rules: { 'max-lines-per-function': ['error', { max: 100 }] },
  },
  { files: web, rules: { 'paddock/call-is-address': 'error' } },
  {
    files: web,
    ignores: [...tests, 'packages/mfe-kit/src/kit/clock.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: useServerNow }],
      'no-restricted-syntax': ['error', noBarrels, noDeviceDate],
    },
  },
  // The exports of mfe-kit and ui keep the names that released modules request.
  {
    files: ['shell/src/**/*.{ts,tsx}', 'mfe-*/**/*.{ts,tsx}'],
    ignores: [...tests, '**/*-chunk.ts'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, noForwards, noDeviceDate] },
  },
  // Playwright reads what a fixture needs from its first parameter's pattern.
  {
    files: ['e2e/{fixtures,compatibility}/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
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
          'URLSearchParams',
          'Blob',
          'Buffer',
          'FormData',
          'Response',
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
  // Scripts that run in a browser, and are served as they are.
  {
    files: ['services/src/community/payments/test-provider/page/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'document',
          'location',
          'parent',
          'addEventListener',
          'removeEventListener',
          'ResizeObserver',
          'URLSearchParams',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
