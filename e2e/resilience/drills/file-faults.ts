import type { Page, Route } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paddock } from '../../fixtures/paddock.js';
import type { Drilled } from './drilled.js';

export interface FileFault {
  name: string;
  /** The tile's code; none when the member only waits. */
  code?: string;
  /** What the network answers for the module's entry, or for all its files. */
  answer: (route: Route, entry: Buffer) => unknown;
  /** Of this module: the entry (default) or all; or all files of all modules. */
  files?: 'all' | 'all modules';
}

const script = (route: Route, body: Buffer | string, status = 200) =>
  route.fulfill({ status, contentType: 'text/javascript', body });

/** Less than the limit of 10 s, also on a busy machine. */
const SLOW = 7000;

/** Refuses the first requests of each file, as a proxy does while its server restarts. */
function refuseAtFirst(times: number): FileFault['answer'] {
  const byPage = new WeakMap<Page, Map<string, number>>();
  return (route, entry) => {
    const [address, page] = [route.request().url(), route.request().frame().page()];
    const requests = byPage.get(page) ?? new Map<string, number>();
    byPage.set(page, requests);
    const count = (requests.get(address) ?? 0) + 1;
    requests.set(address, count);
    return count <= times ? route.fulfill({ status: 503 }) : script(route, entry);
  };
}

export const fileFaults: readonly FileFault[] = [
  { name: 'answers 404', code: 'MODULE_NOT_FOUND', answer: (route) => route.fulfill({ status: 404 }) },
  { name: 'answers 500', code: 'MODULE_NOT_FOUND', answer: (route) => route.fulfill({ status: 500 }) },
  { name: 'hangs', code: 'MODULE_TIMEOUT', answer: () => undefined },
  {
    name: 'is slow: 7 s',
    answer: (route, entry) => setTimeout(() => void script(route, entry).catch(() => undefined), SLOW),
  },
  {
    name: 'has the wrong MIME type',
    code: 'MODULE_NOT_JAVASCRIPT',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  },
  {
    name: 'is truncated',
    code: 'MODULE_INTEGRITY',
    answer: (route, entry) => script(route, entry.subarray(0, entry.length / 2)),
  },
  {
    name: 'is altered by one byte',
    code: 'MODULE_INTEGRITY',
    answer: (route, entry) => script(route, Buffer.concat([entry, Buffer.from(' ')])),
  },
  {
    name: 'cannot be reached',
    code: 'MODULE_NOT_FOUND',
    answer: (route) => route.abort('connectionrefused'),
    files: 'all',
  },
  {
    name: 'cannot be reached: the registry is down',
    code: 'MODULE_NOT_FOUND',
    answer: (route) => route.abort('connectionrefused'),
    files: 'all modules',
  },
  { name: 'answers 503', code: 'MODULE_NOT_FOUND', answer: (route) => route.fulfill({ status: 503 }) },
  // Each attempt makes two requests.
  { name: 'answers 503 in three attempts', answer: refuseAtFirst(6) },
];

/** Applies a fault to every release of a module, so that there is none to fall back to. Returns a function that removes it. */
export async function applyFault(page: Page, paddock: Paddock, { id }: Drilled, { answer, files }: FileFault) {
  const channels = await readFile(join(paddock.registryDir, id, 'channels.json'), 'utf8');
  const { stable } = JSON.parse(channels) as { stable: string };
  const entry = `/${id}/[^/]+/assets/remote-entry[^/]*$`;
  const pattern = new RegExp({ entry, all: `/${id}/`, 'all modules': '^[^#]*/mfe-[a-z]+/' }[files ?? 'entry']);
  await page.route(pattern, async (route) => {
    const entry = await readFile(join(paddock.registryDir, new URL(route.request().url()).pathname));
    await answer(route, entry);
  });
  return { version: stable, mend: () => page.unroute(pattern) };
}
