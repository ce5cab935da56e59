import type { BootModule } from '@paddock/contract/calls/boot';
import { ModuleError } from './module-error';

/** One release of a module as the boot answer describes it: the current one, or the one to fall back to. */
export type Release = Pick<BootModule, 'id' | 'version' | 'base' | 'entry' | 'manifest' | 'integrity'>;

/** Milliseconds until a module counts as not answering. */
export const MODULE_TIMEOUT = 10_000;

export const addressOf = (release: Release, file: string): string =>
  new URL(release.base + file, document.baseURI).href;

/**
 * Fetches a listed file of a release and checks its bytes. The browser's cache then holds exactly these, so the script
 * element that follows neither waits nor surprises.
 *
 * @param reload goes past the cache: an altered immutable answer would stay in it for ever
 * @throws {ModuleError} which says what was wrong with the file
 */
export async function fetchListed(release: Release, file: string, reload = false): Promise<Response> {
  const integrity = release.integrity[file];
  const fail = (code: ModuleError['code'], cause?: unknown) =>
    new ModuleError(code, release.id, release.version, cause);
  if (integrity === undefined) throw fail('MODULE_UNLISTED', new Error(file));
  const address = addressOf(release, file);
  const signal = AbortSignal.timeout(MODULE_TIMEOUT);
  const options: RequestInit = { credentials: 'same-origin', signal, cache: reload ? 'reload' : 'default' };
  try {
    const response = await fetch(address, { ...options, integrity });
    if (!response.ok) throw fail('MODULE_NOT_FOUND', new Error(`${file}: ${response.status}`));
    return response;
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    if (signal.aborted) throw fail('MODULE_TIMEOUT', new Error(file));
    throw await explain(error);
  }

  /** The browser does not say why a checked fetch failed; an unchecked one does. */
  async function explain(error: unknown): Promise<ModuleError> {
    try {
      const response = await fetch(address, options);
      if (!response.ok) return fail('MODULE_NOT_FOUND', new Error(`${file}: ${response.status}`));
      const type = response.headers.get('Content-Type') ?? '';
      if (file.endsWith('.js') && !/javascript/i.test(type))
        return fail('MODULE_NOT_JAVASCRIPT', new Error(`${file}: ${type}`));
      return fail('MODULE_INTEGRITY', new Error(file));
    } catch {
      return fail(signal.aborted ? 'MODULE_TIMEOUT' : 'MODULE_NOT_FOUND', error);
    }
  }
}

/**
 * What was wrong with a file that a module's code asked for later; undefined when something else was thrown. The bundler
 * says only that a chunk did not come.
 */
export function explainLost(release: Release, cause: unknown): Promise<ModuleError> | undefined {
  const { name, request } = (cause ?? {}) as { name?: string; request?: string };
  if (name !== 'ChunkLoadError') return undefined;
  // Of a stylesheet the browser says no more than that it did not come.
  if (request === undefined)
    return Promise.resolve(new ModuleError('MODULE_NOT_FOUND', release.id, release.version, cause));
  return fetchListed(release, request.slice(addressOf(release, '').length)).then(
    () => new ModuleError('MODULE_NOT_FOUND', release.id, release.version, cause),
    (error: ModuleError) => error,
  );
}
