import type { MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { allowScripts } from '../boot/trusted-types';
import { takeAhead } from './fetch-ahead';
import { addressOf, type Release } from './fetch-listed';
import { fetchRelease } from './fetch-release';
import { loadContainer } from './federation';
import { ModuleError } from './module-error';

/**
 * Loads a release of a module: its files, each checked (`fetchRelease`), unless they were fetched ahead; then its code.
 * @throws {ModuleError}
 */
export async function loadRelease(release: Release, reload = false): Promise<MfeLifecycles> {
  const ahead = takeAhead(release);
  const { globalName, entryFile } = await (reload ? fetchRelease(release, true) : (ahead ?? fetchRelease(release)));
  allowScripts(Object.keys(release.integrity).map((file) => addressOf(release, file)));
  return evaluate(release, globalName, entryFile);
}

async function evaluate(release: Release, globalName: string, entryFile: string): Promise<MfeLifecycles> {
  let wrongSyntax = false;
  // The browser tells of a script that does not parse in this event only.
  const listen = (event: ErrorEvent) => {
    if (event.error instanceof SyntaxError && event.filename.includes(release.base)) wrongSyntax = true;
  };
  window.addEventListener('error', listen);
  try {
    const loaded = (await loadContainer(release, globalName, entryFile)) as { default?: MfeLifecycles } | null;
    if (typeof loaded?.default?.mount !== 'function') throw new Error('the module exports no lifecycles');
    return loaded.default;
  } catch (error) {
    const code = wrongSyntax ? 'MODULE_NOT_JAVASCRIPT' : codeOf(error);
    throw new ModuleError(code, release.id, release.version, error);
  } finally {
    window.removeEventListener('error', listen);
  }
}

/** A chunk that could not be fetched names itself; anything else was thrown by the module's own code. */
function codeOf(error: unknown): ModuleError['code'] {
  const { name, type, message } = error as { name?: string; type?: string; message?: string };
  if (message?.includes('MODULE_UNLISTED')) return 'MODULE_UNLISTED';
  if (name === 'ChunkLoadError' || /^Loading (CSS )?chunk/.test(message ?? ''))
    return type === 'timeout' ? 'MODULE_TIMEOUT' : 'MODULE_NOT_FOUND';
  return 'MODULE_EVALUATION';
}
