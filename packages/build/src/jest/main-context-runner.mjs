import { createRequire } from 'node:module';
import circus from 'jest-circus/runner';
import { ModuleMocker } from 'jest-mock';
import { SpecModules } from './spec-modules.mjs';

const require = createRequire(import.meta.url);

/**
 * Jest's own test runner, for specs of plain Node. Instead of a context of its own with every package loaded anew, each spec
 * file has its own instances of the project's modules, and the packages of node_modules are loaded once a worker, by Node itself.
 * Jest's module mocks and fake timers are not to be had; `jest.fn`, `jest.spyOn` and their like are.
 */
export default function runInMainContext(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
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
    given: { '@jest/globals': () => ({ ...globals, jest }) },
    sourceMaps: runtime.getSourceMaps(),
    cacheDirectory: config.cacheDirectory,
  });
  const symbols = new Set();
  const restore = keepProcess();
  globalThis.console = environment.global.console;
  // Not awaited: this function would stand in the stack of every test that fails.
  return circus
    .default(
      globalConfig,
      config,
      { global: globalThis, handleTestEvent: environment.handleTestEvent?.bind(environment) },
      {
        requireInternalModule: (path) => requireAnew(path, symbols),
        requireModule: require,
        unstable_shouldLoadAsEsm: () => true,
        unstable_importModule: (path) => modules.import(path),
        setGlobalsForRuntime: (given) => (globals = given),
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

/** What a spec may change of the process and the next must not see. */
function keepProcess() {
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

/** The framework keeps a file's tests and its own listeners in the global object, under symbols that this gathers. */
function requireAnew(path, symbols) {
  const before = new Set(Object.getOwnPropertySymbols(globalThis));
  delete require.cache[path];
  const framework = require(path);
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (!before.has(symbol) && [undefined, 'EVENT_HANDLERS'].includes(Symbol.keyFor(symbol))) symbols.add(symbol);
  return framework;
}
