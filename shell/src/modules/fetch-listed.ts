import type { BootModule } from '@paddock/contract/calls/boot';
import { ModuleError } from './module-error';

/** One release of a module in the boot reply: the current one or the fall-back. */
export type Release = Pick<BootModule, 'id' | 'version' | 'base' | 'entry' | 'manifest' | 'integrity' | 'first'>;

/** Milliseconds until a request for a module's file times out. */
export const MODULE_TIMEOUT = 10_000;

export const addressOf = (release: Release, file: string): string =>
  new URL(release.base + file, document.baseURI).href;

/**
 * Fetches a listed file of a release and verifies its bytes. The browser's cache then holds exactly these bytes for the
 * script element that follows.
 *
 * @param reload bypasses the cache, which would keep an altered immutable reply for ever
 * @throws {ModuleError} whose code names the file's fault
 */
export async function fetchListed(release: Release, file: string, reload = false): Promise<Response> {
  const integrity = release.integrity[file];
  const fail = (code: ModuleError['code'], cause?: unknown) =>
    new ModuleError(code, release.id, release.version, cause);
  // A fetch with an empty one would verify nothing.
  if (!integrity) throw fail('MODULE_UNLISTED', new Error(file));
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

  /** The browser hides why a fetch with integrity failed; a fetch without it shows the reason. */
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
 * Brings the files that a release needs first into the browser's cache, unverified, while the list with their hashes is on its way. Nothing uses
 * these bytes: `fetchListed` takes them from the cache and verifies them.
 */
export function preloadFirst(release: Release): void {
  for (const file of release.first ?? [])
    fetch(addressOf(release, file), { credentials: 'same-origin', signal: AbortSignal.timeout(MODULE_TIMEOUT) })
      // A reply is stored once it has been read.
      .then((reply) => reply.arrayBuffer())
      .catch(() => undefined);
}

/** The file of a release that lists the integrity of all others. */
const listFile = 'integrity.json';

/**
 * A release with the integrity of all its files. The boot reply has the hash of the file which lists them; during development it has all.
 * @throws {ModuleError} also for a list that was altered: none of its hashes is used
 */
export async function withAllFiles(release: Release, reload = false): Promise<Release> {
  if (!(listFile in release.integrity)) return release;
  const response = await fetchListed(release, listFile, reload);
  const integrity = (await response.json()) as Release['integrity'];
  return { ...release, integrity };
}

/**
 * Explains why a file that a module's code requested later failed; undefined for any other error. The bundler reports
 * only that a chunk failed to load.
 */
export function explainLost(release: Release, cause: unknown): Promise<ModuleError> | undefined {
  const { name, request } = (cause ?? {}) as { name?: string; request?: string };
  if (name !== 'ChunkLoadError') return undefined;
  const base = addressOf(release, '');
  // For a stylesheet, the browser reports only that it failed to load. A shared part is a file of the shell.
  if (!request?.startsWith(base))
    return Promise.resolve(new ModuleError('MODULE_NOT_FOUND', release.id, release.version, cause));
  const lost = request.slice(base.length);
  return withAllFiles(release)
    .then((whole) => fetchListed(whole, lost))
    .then(
      () => new ModuleError('MODULE_NOT_FOUND', release.id, release.version, cause),
      (error: ModuleError) => error,
    );
}
