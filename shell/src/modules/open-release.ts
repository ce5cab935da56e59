import { allowScripts } from '../boot/trusted-types';
import { type Factory, openContainer } from './federation';
import { addressOf } from './release-files';
import type { Release } from './module-states';
import { fetchRelease } from './fetch-release';
import { ModuleError } from './module-error';

/**
 * Prepares a release: fetches and verifies its files (`fetchRelease`), then opens its container.
 * @throws {ModuleError}
 */
export async function openRelease(release: Release, reload = false): Promise<Factory> {
  const fetched = await fetchRelease(release, reload);
  allowScripts(Object.keys(fetched.release.integrity).map((file) => addressOf(release, file)));
  let wrongSyntax = false;
  // The browser reports a script's parse error only through this event.
  const listen = (event: ErrorEvent) => {
    if (event.error instanceof SyntaxError && event.filename.includes(release.base)) wrongSyntax = true;
  };
  window.addEventListener('error', listen);
  try {
    return await openContainer(fetched);
  } catch (error) {
    throw new ModuleError(wrongSyntax ? 'MODULE_NOT_JAVASCRIPT' : codeOf(error), release.id, release.version, error);
  } finally {
    window.removeEventListener('error', listen);
  }
}

/** A chunk or an entry that failed to load names itself; the module's own code threw anything else. */
function codeOf(error: unknown): ModuleError['code'] {
  const { name, type, message } = error as { name?: string; type?: string; message?: string };
  if (message?.includes('MODULE_UNLISTED')) return 'MODULE_UNLISTED';
  if (name === 'ChunkLoadError' || /^Loading (CSS )?chunk|ScriptNetworkError/.test(message ?? ''))
    return type === 'timeout' ? 'MODULE_TIMEOUT' : 'MODULE_NOT_FOUND';
  return 'MODULE_EVALUATION';
}
