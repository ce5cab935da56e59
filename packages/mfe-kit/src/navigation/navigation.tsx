import type { Boot } from '@paddock/contract/calls/boot';
import type { LinkId, Links } from '@paddock/contract/core/links';
import type { ComponentProps } from 'react';
import { useCallback } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';
import { type Navigation, useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';

/** The stack holds the open page and 9 before it. */
const maxStepsBack = 9;

/**
 * The position of a history entry in this visit's stack, and of the stack's first entry. Stored in the entry's own state, so that it
 * survives reloads and every move through the browser's history.
 */
interface Step {
  at: number;
  first: number;
}

/** The position of the open page in this visit's history. */
export const historyPosition = (): number => currentStep()?.at ?? 0;

interface EntryState {
  step?: Step;
  /** The part of the address for which the entry was added. */
  opened?: string;
  /** The entry belongs to an overlay (`CloseOnBack` of the UI). */
  overlay?: boolean;
  /** The way back from this entry has begun. */
  isLeaving?: boolean;
}

const stateNow = () => history.state as EntryState | null;
const currentStep = () => stateNow()?.step;
const nextStep = ({ at, first }: Step): Step => ({ at: at + 1, first: Math.max(first, at + 1 - maxStepsBack) });

/** Goes back. An overlay that opens before the page changes waits with its entry, which would take the place of the page's. */
function leave(): void {
  history.replaceState({ ...stateNow(), isLeaving: true }, '');
  history.back();
}

/** Clears what {@link leave} marked: Forward, and a reload before the page changed, lead to such an entry again. */
function clearLeaving(): void {
  if (stateNow()?.isLeaving) history.replaceState({ ...stateNow(), isLeaving: undefined }, '');
}

/** Replaces the router's own function, which moves the query of an address out of the hash. */
function setAddress(address: string, put: 'pushState' | 'replaceState', state: object | null): void {
  const oldURL = window.location.href;
  const step = currentStep() ?? { at: 0, first: 0 };
  history[put]({ ...state, step: put === 'pushState' ? nextStep(step) : step }, '', `#${address}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: window.location.href }));
}

/** Keeps the stack in the browser's history, so that Back, Forward and the header's arrow agree. */
export function createNavigation(startPage: () => string): Navigation {
  let here = currentStep() ?? { at: 0, first: 0 };
  let href = window.location.href;
  let { first } = here;
  let isLeaving = false;
  const mark = (step: Step) => history.replaceState({ ...stateNow(), step }, '');
  if (currentStep() === undefined) mark(here);
  clearLeaving();
  // A reload closes an overlay but keeps its entry (`CloseOnBack` of the UI), which Back would open as a second copy of the page.
  if (stateNow()?.overlay) history.back();

  const follow = () => {
    isLeaving = false;
    clearLeaving();
    const known = currentStep();
    // Plain links and typed addresses add an entry without a step; the current address replaces its own entry.
    here = known ?? (window.location.href === href ? here : nextStep(here));
    if (known === undefined) mark(here);
    href = window.location.href;
    first = Math.max(first, here.first);
  };
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);

  const go = (address: string, options?: { replace?: boolean }) =>
    setAddress(address.replace(/^#/, ''), options?.replace ? 'replaceState' : 'pushState', null);
  return {
    go,
    back(parent = startPage()) {
      // A second press before the page changes would go one step too far.
      if (isLeaving) return;
      if (here.at <= first) return go(parent, { replace: true });
      isLeaving = true;
      leave();
    },
  };
}

/** `/main/events/:id` with `{ id: 'a b' }` → `/main/events/a%20b`; an optional part without a value is left out. */
export function fillPattern(pattern: string, params: Readonly<Record<string, string | undefined>>): string {
  return pattern.replace(/(\/?):(\w+)(\??)/g, (_, slash: string, name: string, optional: string) =>
    optional && params[name] === undefined ? '' : slash + encodeURIComponent(params[name] ?? ''),
  );
}

/**
 * The address of a typed link in a deployment, or null when no module there serves it. Parameters without a place in its pattern
 * are put into its query.
 */
export function linkAddress<L extends LinkId>(boot: Pick<Boot, 'modules'>, link: L, params: Links[L]): string | null {
  for (const module of boot.modules) {
    const pattern = module.manifest.links[link];
    if (pattern === undefined) continue;
    const isInPath = (name: string) => new RegExp(`:${name}\\b`).test(pattern);
    const query = Object.entries<string | undefined>(params).flatMap(([name, value]) =>
      value === undefined || isInPath(name) ? [] : [[name, value]],
    );
    return withParts(fillPattern(pattern, params), new URLSearchParams(query));
  }
  return null;
}

/**
 * The `href` of a typed link, or null when its target is not deployed: the caller then hides the link. The module's manifest names the
 * link in `follows`, or serves it.
 * @example const href = useHref('shouts.conversation', { id: chat.id });
 */
export const useHref = <L extends LinkId>(link: L, params: Links[L]): string | null => useHrefs()(link, params);

/** Returns {@link useHref} as a function, for the rows of a list. */
export function useHrefs(): <L extends LinkId>(link: L, params: Links[L]) => string | null {
  const { deployment, permitLink } = useKit();
  const boot = useStore(deployment);
  return (link, params) => {
    permitLink(link);
    const address = linkAddress(boot, link, params);
    return address === null ? null : `#${address}`;
  };
}

/** Navigates to one of the module's own addresses (`/main/chats`) or to a result of {@link useHref}. */
export function useNavigate(): Navigation['go'] {
  return useKit().navigation.go;
}

/**
 * Goes one step back, like the header's arrow.
 * @param parent the target when no earlier step belongs to the app, as after a link from a mail; default: the start page
 */
export function useBack(parent?: string): () => void {
  const { navigation } = useKit();
  return useCallback(() => navigation.back(parent), [navigation, parent]);
}

/** A link to one of the module's own addresses or to a result of {@link useHref}. */
export function Link({ href, ...rest }: { href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  return <a href={`#${href.replace(/^#/, '')}`} {...rest} />;
}

/** The query of an address: `#/main/chats?search=tyre`. */
const partsOf = (address: string) => new URLSearchParams(address.replace(/^[^?]*\??/, ''));

function withParts(path: string, parts: URLSearchParams): string {
  return parts.size > 0 ? `${path}?${parts}` : path;
}

/**
 * A hash query parameter bound to state (search, archive); '' while closed. Opening pushes history, so Back closes it; another value
 * replaces the entry; '' closes it, by going back if this parameter pushed the current entry.
 * @example const [search, setSearch] = useAddressPart('search'); // #/main/chats?search=tyre
 */
export function useAddressPart(name: string): [value: string, set: (value: string) => void] {
  const [address] = useHashLocation();
  const set = useCallback(
    (value: string) => {
      // Read the current address, not the one of the last render.
      const now = window.location.hash.slice(1);
      const parts = partsOf(now);
      const before = parts.get(name) ?? '';
      if (value === before) return;
      const state = stateNow();
      if (value === '' && state?.opened === name) return leave();
      if (value === '') parts.delete(name);
      else parts.set(name, value);
      const path = now.replace(/\?.*$/, '');
      if (before === '') setAddress(withParts(path, parts), 'pushState', { opened: name });
      else setAddress(withParts(path, parts), 'replaceState', value === '' ? null : state);
    },
    [name],
  );
  return [partsOf(address).get(name) ?? '', set];
}

/** Adds the current query to one of the module's own addresses: a list's search stays open beside, and behind, its details. */
export function useWithParts(): (path: string) => string {
  const [address] = useHashLocation();
  const parts = partsOf(address).toString();
  return useCallback((path) => withParts(path, new URLSearchParams(parts)), [parts]);
}
