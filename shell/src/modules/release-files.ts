import { ModuleError } from './module-error';
import type { Release } from './module-states';

/** Milliseconds until a request for a module's file times out. */
export const moduleTimeoutMs = 10_000;

export const addressOf = (release: Release, file: string): string =>
  new URL(release.base + file, document.baseURI).href;

/** Statuses of a proxy whose server is busy or restarting. */
const temporary: ReadonlySet<number> = new Set([502, 503, 504]);

/** Milliseconds before a temporarily refused file is requested again; each further pause doubles. */
const firstPause = 500;
const maxRetries = 3;

/**
 * Fetches a listed file of a release and verifies its bytes. The browser's cache then holds exactly these bytes for the
 * script element that follows. Requests a temporarily refused file again.
 *
 * @param options.reload bypasses the cache, which would keep an altered immutable reply for ever
 * @param options.pause milliseconds before the first repetition
 * @throws {ModuleError} whose code names the file's fault
 */
export async function fetchReleaseFile(
  release: Release,
  file: string,
  { reload = false, pause = firstPause }: { reload?: boolean; pause?: number } = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(moduleTimeoutMs);
  let refusal: ModuleError | undefined;
  for (let retries = 0; ; retries++)
    try {
      return await fetchOnce(release, file, reload, signal);
    } catch (error) {
      // On a slow network the time may end between two refusals.
      if (refusal && signal.aborted) throw refusal;
      if (!(error as ModuleError).isTemporary || retries === maxRetries || signal.aborted) throw error;
      refusal = error as ModuleError;
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** retries));
    }
}

/** Undefined on a page without TLS, where browsers have no digests. */
async function hashOf(bytes: ArrayBuffer): Promise<string | undefined> {
  const hash = await globalThis.crypto.subtle?.digest('SHA-384', bytes);
  return hash && `sha384-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}

async function fetchOnce(release: Release, file: string, reload: boolean, signal: AbortSignal): Promise<Response> {
  const integrity = release.integrity[file];
  const fail = (code: ModuleError['code'], cause?: unknown, isTemporary?: boolean) =>
    new ModuleError(code, release.id, release.version, cause, isTemporary);
  const refusedWith = (status: number) =>
    fail('MODULE_NOT_FOUND', new Error(`${file}: ${status}`), temporary.has(status));
  // A fetch with an empty one would verify nothing.
  if (!integrity) throw fail('MODULE_UNLISTED', new Error(file));
  const address = addressOf(release, file);
  const options: RequestInit = { credentials: 'same-origin', signal, cache: reload ? 'reload' : 'default' };
  try {
    const response = await fetch(address, { ...options, integrity });
    if (!response.ok) throw refusedWith(response.status);
    return response;
  } catch (error) {
    if (error instanceof ModuleError) throw error;
    if (signal.aborted) throw fail('MODULE_TIMEOUT', new Error(file));
    return explain(error);
  }

  /** The browser hides why a fetch with integrity failed; a fetch without it shows the reason. */
  async function explain(error: unknown): Promise<Response> {
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await fetch(address, options);
      bytes = await response.arrayBuffer();
    } catch {
      throw fail(signal.aborted ? 'MODULE_TIMEOUT' : 'MODULE_NOT_FOUND', error);
    }
    if (!response.ok) throw refusedWith(response.status);
    const type = response.headers.get('Content-Type') ?? '';
    if (file.endsWith('.js') && !/javascript/i.test(type))
      throw fail('MODULE_NOT_JAVASCRIPT', new Error(`${file}: ${type}`));
    // The first reply may have been a proxy's error page: verify the bytes before reporting damage.
    if ((await hashOf(bytes)) !== integrity) throw fail('MODULE_INTEGRITY', new Error(file));
    return new Response(bytes, { headers: response.headers });
  }
}

/**
 * Brings the files that a release needs first into the browser's cache, unverified, while the list with their hashes is on its way.
 * Nothing uses these bytes: `fetchReleaseFile` takes them from the cache and verifies them.
 */
export function preloadFirst(release: Release): void {
  for (const file of release.first ?? [])
    fetch(addressOf(release, file), { credentials: 'same-origin', signal: AbortSignal.timeout(moduleTimeoutMs) })
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
  const response = await fetchReleaseFile(release, listFile, { reload });
  const integrity = (await response.json()) as Release['integrity'];
  return { ...release, integrity };
}

/** The failure of a file that a module's code requested later. */
export interface FileFailure {
  error: ModuleError;
  /** The address of a file that the server has after all. */
  back?: string;
}

/**
 * Explains why a file that a module's code requested later failed, and requests a temporarily refused one again; undefined for any
 * other error. The bundler reports only that a chunk failed to load.
 */
export function explainLoadFailure(release: Release, cause: unknown): Promise<FileFailure> | undefined {
  const { name, request } = (cause ?? {}) as { name?: string; request?: string };
  if (name !== 'ChunkLoadError') return undefined;
  const base = addressOf(release, '');
  const notFound = (isTemporary = false) =>
    new ModuleError('MODULE_NOT_FOUND', release.id, release.version, cause, isTemporary);
  // For a stylesheet, the browser reports only that it failed to load. A shared part is a file of the shell.
  if (!request?.startsWith(base)) return Promise.resolve({ error: notFound() });
  return withAllFiles(release)
    .then((whole) => fetchReleaseFile(whole, request.slice(base.length)))
    .then(
      () => ({ error: notFound(true), back: request }),
      (error: ModuleError) => ({ error }),
    );
}
