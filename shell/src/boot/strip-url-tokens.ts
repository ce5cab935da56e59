import type { Entry } from '@paddock/mfe-kit/kit-context';

/** What a provider's answer says, at `/loading`. */
const answer = ['code', 'state', 'iss', 'id_token', 'error'] as const;
const LANDING = ['/', '/landing'];

/**
 * Gives every page its hash form before anything else sees the address: `/terms` → `/#/terms` (mail links, `/loading`), and takes
 * out of it what must reach neither history nor a log: landing's `?token=`, and what a provider answered at `/loading`, in query
 * or fragment (`decisions`, Names and calls).
 *
 * @returns what was taken out; landing's token from landing only
 */
export function tidyAddress(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): Entry {
  const isRoute = location.hash.startsWith('#/');
  const [path = '/', inHash = ''] = (isRoute ? location.hash.slice(1) : location.pathname).split('?');
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(isRoute ? inHash : location.hash.slice(1));
  const taken: Entry = {};
  const take = (name: keyof Entry, keep: boolean) => {
    const value = query.get(name) ?? fragment.get(name);
    query.delete(name);
    fragment.delete(name);
    if (value && keep) taken[name] = value;
  };
  take('token', LANDING.includes(path));
  // An id_token is a sign-in wherever a provider sends it to.
  const isAnswer = path === '/loading' || query.has('id_token') || fragment.has('id_token');
  if (isAnswer) for (const name of answer) take(name, true);

  const rest = query.size > 0 ? `?${query}` : '';
  const more = isRoute && fragment.size > 0 ? `?${fragment}` : '';
  const tidy = `/${rest}#${isAnswer ? '/loading' : path}${more}`;
  if (tidy !== location.pathname + location.search + location.hash) history.replaceState(null, '', tidy);
  return taken;
}

/** Kept for the shell's start by whichever of the first scripts runs first; the other finds a tidy address. */
export function tidyPage(): void {
  const page = globalThis as { entry?: Entry };
  page.entry = { ...page.entry, ...tidyAddress(window.location, window.history) };
}

/** What was taken out of the address; it is nowhere else from then on. */
export function takeEntry(): Entry {
  const page = globalThis as { entry?: Entry };
  const { entry = {} } = page;
  delete page.entry;
  return entry;
}
