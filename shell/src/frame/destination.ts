import type { Boot } from '@paddock/contract/boot';
import { parse } from 'regexparam';

/** Where an address leads. */
export type Destination =
  | { kind: 'module'; module: string; tab?: string }
  | { kind: 'menu' }
  | { kind: 'diagnostics' }
  | { kind: 'redirect'; to: string };

type Deployed = Pick<Boot, 'tabs' | 'modules' | 'flags'>;

const MENU = '/main/hamburger';
const DIAGNOSTICS = '/main/diagnostics';
/** Pages on the way in: a member who is signed in has nothing to do there. */
const ENTRY = ['/', '/landing', '/loading', '/login', '/signup', '/main'];

/** Where a member starts: the configured page, chats unless said otherwise, else the first tab (A §2). */
export function startPage({ tabs, flags }: Deployed): string {
  const wanted = tabs.find(({ id }) => id === (flags.default_page ?? 'chats')) ?? tabs[0];
  return wanted ? `/main/${wanted.id}` : MENU;
}

/**
 * The sign-in gate and the routes: signed-out pages are those that manifests claim as such; an unknown address under
 * `/main` leads to the start page, any other to `/` (A §2).
 */
export function destinationOf(address: string, boot: Deployed, signedIn: boolean): Destination {
  const path = address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1') || '/';
  const inside = path === '/main' || path.startsWith('/main/');
  const home: Destination = { kind: 'redirect', to: signedIn ? startPage(boot) : '/' };
  if (signedIn && ENTRY.includes(path)) return home;
  if (inside && !signedIn) return home;
  if (path === MENU) return { kind: 'menu' };
  if (path === DIAGNOSTICS) return { kind: 'diagnostics' };

  const tab = boot.tabs.find(({ id }) => path === `/main/${id}` || path.startsWith(`/main/${id}/`));
  if (tab) return { kind: 'module', module: tab.module, tab: tab.id };
  for (const { id, manifest } of boot.modules) {
    const route = manifest.routes.find(({ path: pattern }) => parse(pattern).pattern.test(path));
    if (route && (signedIn || route.signed_out)) return { kind: 'module', module: id };
  }
  // The landing page itself is missing: there is nothing to be led to.
  if (path === '/') return { kind: 'menu' };
  return inside ? home : { kind: 'redirect', to: '/' };
}

/** The module whose page an address leads to in the end; undefined for pages of the shell's own. */
export function firstModule(boot: Deployed, address: string, signedIn: boolean): string | undefined {
  let to = destinationOf(address, boot, signedIn);
  if (to.kind === 'redirect') to = destinationOf(to.to, boot, signedIn);
  return to.kind === 'module' ? to.module : undefined;
}
