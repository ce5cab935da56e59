import type { Boot } from '@paddock/contract/calls/boot';
import { missingAccess } from '@paddock/contract/calls/users';
import { keyOfTab, type TabKey } from '@paddock/contract/core/tabs';
import { tabAddress } from '@paddock/mfe-kit/pages';
import { parse } from 'regexparam';

/** The target of an address. */
export type Destination =
  | { kind: 'module'; module: string; tab?: TabKey }
  | { kind: 'menu' }
  | { kind: 'diagnostics' }
  | { kind: 'redirect'; to: string };

type Deployed = Pick<Boot, 'tabs' | 'modules' | 'flags' | 'workplaces'>;
/** The part of the signed-in member that the gate checks; null when signed out. */
export type Visitor = Parameters<typeof missingAccess>[0] | null;
type Missing = Exclude<ReturnType<typeof missingAccess>, undefined>;

const menuPath = '/main/hamburger';
const diagnosticsPath = '/main/diagnostics';
/** Sign-in pages, closed to signed-in members. */
const entryPaths = ['/', '/landing', '/login', '/signup', '/send_password', '/main'];

/** By missing access: the page that the gate redirects to, then the other pages that stay open. Pages of mailed links are open to all. */
const pagesOf: Readonly<Record<Missing, readonly [string, ...string[]]>> = {
  EMAIL_NOT_VERIFIED: ['/verify_pin', '/edit_email'],
  ACCESS_DENIED: ['/pending_approval'],
  PENDING_APPROVAL: ['/pending_approval'],
  ACCESS_FORBIDDEN: ['/forbidden'],
  SUBSCRIPTION_REQUIRED: ['/subscription_required'],
};
const gatePages = Object.values(pagesOf).flat();

/** A member's start page: the configured one (chats by default), else the first tab (A §2). */
export function startPage({ tabs, flags }: Deployed): string {
  const start = tabs.find(({ id }) => id === (flags.default_page ?? 'chats')) ?? tabs[0];
  return start ? tabAddress(start) : menuPath;
}

/**
 * The gate and the routes. Without a session, only routes that manifests declare `signed_out` are open. A member without
 * full access is redirected to the page that fixes it. An unknown address under `/main` redirects to the start page, any
 * other to `/` (A §2, A §4). A tab that the member may not open stays reachable by its address: the stored record may be older than a
 * permission, and the service refuses.
 * @param start the member's start page
 */
export function destinationOf(
  address: string,
  boot: Deployed,
  visitor: Visitor,
  start: string = startPage(boot),
): Destination {
  const path = address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1') || '/';
  const inside = path === '/main' || path.startsWith('/main/');
  const missing = visitor ? missingAccess(visitor, boot) : undefined;
  const to = homeOf(path, boot, visitor, missing, start);
  const home: Destination | undefined = to === path ? undefined : { kind: 'redirect', to };

  const isBarred = gatePages.includes(path)
    ? !mayOpenGate(path, boot, visitor, missing)
    : visitor
      ? entryPaths.includes(path) || path.startsWith('/signup/') || (inside && missing !== undefined)
      : inside;
  if (isBarred && home) return home;
  if (path === menuPath) return { kind: 'menu' };
  if (path === diagnosticsPath) return { kind: 'diagnostics' };

  const tab = tabAt(path, boot);
  if (tab) return { kind: 'module', module: tab.module, tab: keyOfTab(tab) };
  const route = routeOf(path, boot);
  if (route && (visitor || route.signed_out)) return { kind: 'module', module: route.module };
  // The landing page itself is missing: nothing is left to redirect to.
  if (path === '/') return { kind: 'menu' };
  return inside && home ? home : { kind: 'redirect', to: '/' };
}

/** The tab of an address: a notices tab by its namespace, else the first tab with the id. */
function tabAt(path: string, { tabs }: Deployed): Boot['tabs'][number] | undefined {
  const isAt = (address: string) => path === address || path.startsWith(`${address}/`);
  const named = tabs.find((tab) => tab.namespace !== undefined && isAt(tabAddress(tab)));
  return named ?? tabs.find(({ id }) => isAt(`/main/${id}`));
}

/** The redirect target of a closed address. A member without a plan is redirected through landing. */
function homeOf(path: string, boot: Deployed, visitor: Visitor, missing: Missing | undefined, start: string): string {
  if (!visitor) return '/';
  if (!missing) return start;
  const [page] = pagesOf[missing];
  if (!routeOf(page, boot)) return '/';
  return missing === 'SUBSCRIPTION_REQUIRED' && path !== '/' ? '/' : page;
}

/** Members may choose a plan before one is required; every other gate page is open only while its access is missing. */
function mayOpenGate(
  path: string,
  { flags, workplaces }: Deployed,
  visitor: Visitor,
  missing: Missing | undefined,
): boolean {
  if (!visitor) return false;
  if (missing) return pagesOf[missing].includes(path);
  const requiring = { flags: { ...flags, subscription_required: true }, workplaces };
  return path === pagesOf.SUBSCRIPTION_REQUIRED[0] && !!missingAccess(visitor, requiring);
}

function routeOf(path: string, { modules }: Deployed): { module: string; signed_out: boolean } | undefined {
  for (const { id, manifest } of modules) {
    // The parsed pattern ignores case, but the gate compares exact names: rebuild it as case-sensitive.
    const route = manifest.routes.find(({ path: named }) => new RegExp(parse(named).pattern.source).test(path));
    if (route) return { module: id, signed_out: route.signed_out };
  }
  return undefined;
}

/** The module of the page that an address finally leads to; undefined for the shell's own pages. */
export function firstModule(boot: Deployed, address: string, visitor: Visitor): string | undefined {
  let to = destinationOf(address, boot, visitor);
  for (let turn = 0; to.kind === 'redirect' && turn < 3; turn += 1) to = destinationOf(to.to, boot, visitor);
  return to.kind === 'module' ? to.module : undefined;
}
