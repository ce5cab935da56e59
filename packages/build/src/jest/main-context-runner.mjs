import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import circus from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';
import { SpecModules } from './spec-modules.mjs';

const require = createRequire(import.meta.url);

/**
 * Jest's test runner for Node specs. Instead of running in a new context that reloads every package, each spec file
 * gets its own instances of the project's modules with state; modules without state and the packages of node_modules are
 * loaded once per worker. Jest's module mocks and fake timers are unavailable; `jest.fn`, `jest.spyOn` and similar
 * functions work.
 */
export default function runInMainContext(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  // What V8 compiled of the packages; set here, so that processes started by specs do not use it.
  enableCompileCache(join(config.cacheDirectory, 'packages'));
  const mocker = new ModuleMocker(globalThis);
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    clearAllMocks: () => mocker.clearAllMocks(),
    resetAllMocks: () => mocker.resetAllMocks(),
    restoreAllMocks: () => mocker.restoreAllMocks(),
  };
  /** @type {object} */
  let globals = {};
  const modules = new SpecModules({
    rootDir: config.rootDir,
    provided: { '@jest/globals': () => ({ ...globals, jest }) },
    sourceMaps: runtime.getSourceMaps(),
    cacheDirectory: config.cacheDirectory,
    harmlessState: config.testEnvironmentOptions.harmlessState,
  });
  const symbols = new Set();
  const restore = saveProcess();
  globalThis.console = environment.global.console;
  // Not awaited, or this function would appear in the stack of every failing test.
  return circus
    .default(
      globalConfig,
      config,
      { global: globalThis, handleTestEvent: environment.handleTestEvent?.bind(environment) },
      {
        requireInternalModule: (path) => requireFresh(path, symbols),
        requireModule: require,
        unstable_shouldLoadAsEsm: () => true,
        unstable_importModule: (path) => modules.import(path),
        setGlobalsForRuntime: (value) => (globals = value),
        enterTestCode() {},
        leaveTestCode() {},
        clearAllMocks: jest.clearAllMocks,
        resetAllMocks: jest.resetAllMocks,
        restoreAllMocks: jest.restoreAllMocks,
      },
      testPath,
      sendMessageToJest,
    )
    .finally(() => {
      mocker.restoreAllMocks();
      for (const symbol of symbols) delete globalThis[symbol];
      restore();
    });
}

/** Saves process state that a spec may change. @returns a function that restores it */
function saveProcess() {
  const { console } = globalThis;
  const { exitCode } = process;
  const env = { ...process.env };
  return () => {
    globalThis.console = console;
    process.exitCode = exitCode;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
}

/**
 * Requires a fresh copy of the framework, which stores a file's tests and listeners in the global object under symbols;
 * collects those symbols for removal.
 */
function requireFresh(path, symbols) {
  const before = new Set(Object.getOwnPropertySymbols(globalThis));
  delete require.cache[path];
  const framework = require(path);
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (!before.has(symbol) && [undefined, 'EVENT_HANDLERS'].includes(Symbol.keyFor(symbol))) symbols.add(symbol);
  return framework;
}
