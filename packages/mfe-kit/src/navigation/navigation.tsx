import type { Boot } from '@paddock/contract/calls/boot';
import type { LinkId, Links } from '@paddock/contract/core/links';
import type { ComponentProps } from 'react';
import { useCallback } from 'react';
import { useHashLocation } from 'wouter/use-hash-location';
import { type Navigation, useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';

/** The stack holds the open page and 9 before it. */
const STEPS_BACK = 9;

/**
 * The place of a history entry in this visit's stack, and that of the stack's end. The entry's own state holds it: reloads and every
 * way through the browser's history keep it right.
 */
interface Step {
  at: number;
  first: number;
}

const currentStep = () => (history.state as { step?: Step } | null)?.step;
const nextStep = ({ at, first }: Step): Step => ({ at: at + 1, first: Math.max(first, at + 1 - STEPS_BACK) });

/** Replaces the router's own function, which moves the query of an address out of the hash. */
function setAddress(address: string, put: 'pushState' | 'replaceState', state: object | null): void {
  const oldURL = window.location.href;
  const step = currentStep() ?? { at: 0, first: 0 };
  history[put]({ ...state, step: put === 'pushState' ? nextStep(step) : step }, '', `#${address}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: window.location.href }));
}

/** The stack lies in the browser's own history, so that its Back and Forward and the header's arrow agree. */
export function createNavigation(startPage: () => string): Navigation {
  let here = currentStep() ?? { at: 0, first: 0 };
  let href = window.location.href;
  let { first } = here;
  let isLeaving = false;
  const mark = (step: Step) => history.replaceState({ ...(history.state as object | null), step }, '');
  if (currentStep() === undefined) mark(here);

  const follow = () => {
    isLeaving = false;
    const known = currentStep();
    // Plain links and typed addresses add an entry without a step; the address that is open already replaces its own entry.
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
      // A second press before the page has changed would lead one step too far.
      if (isLeaving) return;
      if (here.at <= first) return go(parent, { replace: true });
      isLeaving = true;
      history.back();
    },
  };
}

/** `/main/events/:id` with `{ id: 'a b' }` → `/main/events/a%20b`. */
export function fillPattern(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The address a typed link stands for in a deployment, or null when no module there serves it. */
export function linkAddress<L extends LinkId>(boot: Pick<Boot, 'modules'>, link: L, params: Links[L]): string | null {
  for (const module of boot.modules) {
    const pattern = module.manifest.links[link];
    if (pattern !== undefined) return fillPattern(pattern, params);
  }
  return null;
}

/**
 * The `href` of a typed link, or null when its target is not deployed: the caller then hides what leads there.
 * @example const href = useHref('shouts.conversation', { id: chat.id });
 */
export function useHref<L extends LinkId>(link: L, params: Links[L]): string | null {
  const address = linkAddress(useStore(useKit().deployment), link, params);
  return address === null ? null : `#${address}`;
}

/** Goes to an own address (`/main/chats`) or to what {@link useHref} answered. */
export function useNavigate(): Navigation['go'] {
  return useKit().navigation.go;
}

/**
 * One step back, as the header's arrow does.
 * @param parent where it leads when no earlier step belongs to the app, as after a link from a mail; the start page without one
 */
export function useBack(parent?: string): () => void {
  const { navigation } = useKit();
  return useCallback(() => navigation.back(parent), [navigation, parent]);
}

/** A link to an own address or to what {@link useHref} answered. */
export function Link({ href, ...rest }: { href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  return <a href={`#${href.replace(/^#/, '')}`} {...rest} />;
}

/** What an address says after its path, read as a query: `#/main/chats?search=tyre`. */
const partsOf = (address: string) => new URLSearchParams(address.replace(/^[^?]*\??/, ''));

function withParts(path: string, parts: URLSearchParams): string {
  return parts.size > 0 ? `${path}?${parts}` : path;
}

/**
 * A part of this page's address that opens something in it: a search, an archive. '' while it is not open. Setting it opens it by
 * a step that the way back takes back; another value replaces it; '' closes it, by the same step back where that leads to the page
 * without it.
 * @example const [search, setSearch] = useAddressPart('search'); // #/main/chats?search=tyre
 */
export function useAddressPart(name: string): [value: string, set: (value: string) => void] {
  const [address] = useHashLocation();
  const set = useCallback(
    (value: string) => {
      // As it is now, not as it was when this was drawn.
      const now = window.location.hash.slice(1);
      const parts = partsOf(now);
      const before = parts.get(name) ?? '';
      if (value === before) return;
      const { state } = history as { state: { opened?: string; step?: Step } | null };
      if (value === '' && state?.opened === name) return history.back();
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

/** Gives an own address the parts of the present one: what is open in a list stays open beside, and behind, its details. */
export function useWithParts(): (path: string) => string {
  const [address] = useHashLocation();
  const parts = partsOf(address).toString();
  return useCallback((path) => withParts(path, new URLSearchParams(parts)), [parts]);
}
