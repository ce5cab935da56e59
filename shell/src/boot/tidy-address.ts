/**
 * Gives every page its hash form before anything else sees the address: `/terms` → `/#/terms` (mail links, `/loading`),
 * and takes a token out of it, so that it reaches neither history nor a log (`decisions`, Names and calls).
 */
export function tidyAddress(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  const query = new URLSearchParams(location.search);
  query.delete('token');
  const rest = query.size > 0 ? `?${query}` : '';
  const hash = location.hash.length > 1 ? location.hash : `#${location.pathname}`;
  const tidy = `/${rest}${hash}`;
  if (tidy !== location.pathname + location.search + location.hash) history.replaceState(null, '', tidy);
}
