import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { swcOptions } from '../swc/swc-options.mjs';

const require = createRequire(import.meta.url);
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // TypeScript sources import `./x.ts` as `./x.js`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/var/', '/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/var/', '<rootDir>/e2e/'],
  // Workspace packages resolve to their sources (the `workspace-source` condition), so no test needs a build.
  // Installed in another repository, our packages are sources too.
  transformIgnorePatterns: ['/node_modules/(?!@paddock/)'],
};

/**
 * Services, contract, embedded-mongo, build tools and commands: *.spec.ts and *.spec.mjs in plain Node.
 *
 * @param {string} rootDir
 * @param {string[]} harmlessState files whose module state no spec can notice, so that all specs of a worker share them
 */
export function nodeProject(rootDir, harmlessState) {
  return {
    ...shared,
    displayName: 'node',
    rootDir,
    testEnvironment: 'node',
    testEnvironmentOptions: { harmlessState },
    testRunner: here('main-context-runner.mjs'),
    testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
    transform: {},
  };
}

/** ui, mfe-kit, shell and every tab: *.test.ts and *.test.tsx in jsdom. */
export function webProject(rootDir) {
  return {
    ...shared,
    displayName: 'web',
    rootDir,
    testEnvironment: here('web-environment.mjs'),
    testEnvironmentOptions: { customExportConditions: ['workspace-source', 'browser'] },
    setupFilesAfterEnv: [here('web-waits.mjs')],
    testMatch: ['**/*.test.ts', '**/*.test.tsx'],
    transform: {
      '\\.tsx?$': [require.resolve('@swc/jest'), swcOptions({ jsx: true })],
      '\\.(css|svg|woff2|png|webp)$': here('asset-transform.cjs'),
    },
  };
}
