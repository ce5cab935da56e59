import type { EntryParameters } from '@paddock/mfe-kit/kit-context';

/** Parameters of a provider's callback to `/loading`. */
const answer = ['code', 'state', 'iss', 'id_token', 'error'] as const;
const landingPaths = ['/', '/landing'];

/**
 * Rewrites every address to its hash form before other code reads it: `/terms` → `/#/terms` (mail links, `/loading`), and
 * strips parameters that must not reach history or logs: landing's `?token=` and a provider's callback parameters, in query
 * or fragment (`decisions`, Names and calls); and a link's `workplace`, which must not outlive a later switch.
 *
 * @returns the stripped parameters; `token` only from landing
 */
export function stripUrlTokens(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState' | 'state'>,
): EntryParameters {
  const isRoute = location.hash.startsWith('#/');
  const [path = '/', inHash = ''] = (isRoute ? location.hash.slice(1) : location.pathname).split('?');
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(isRoute ? inHash : location.hash.slice(1));
  const taken: EntryParameters = {};
  const take = (name: keyof EntryParameters, keep: boolean) => {
    const value = query.get(name) ?? fragment.get(name);
    query.delete(name);
    fragment.delete(name);
    if (keep && (value || (value === '' && name === 'workplace'))) taken[name] = value;
  };
  take('workplace', true);
  take('token', landingPaths.includes(path));
  // An id_token is a provider's callback on any path.
  const isAnswer = path === '/loading' || query.has('id_token') || fragment.has('id_token');
  if (isAnswer) for (const name of answer) take(name, true);

  // The parameters of a mail's link belong to its page.
  const isLink = !isRoute && !isAnswer && path !== '/';
  const ofPage = isLink ? query : fragment;
  const rest = query.size > 0 && !isLink ? `?${query}` : '';
  const more = (isRoute || isLink) && ofPage.size > 0 ? `?${ofPage}` : '';
  const tidy = `/${rest}#${isAnswer ? '/loading' : path}${more}`;
  if (tidy !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', tidy);
  return taken;
}

/** The first script to run strips the address and stores the parameters for the shell's start; the second finds a clean address. */
export function stripPageUrl(): void {
  const page = globalThis as { entry?: EntryParameters };
  page.entry = { ...page.entry, ...stripUrlTokens(window.location, window.history) };
}

/** Returns the stripped parameters and deletes the only copy. */
export function takeEntry(): EntryParameters {
  const page = globalThis as { entry?: EntryParameters };
  const { entry = {} } = page;
  delete page.entry;
  return entry;
}
