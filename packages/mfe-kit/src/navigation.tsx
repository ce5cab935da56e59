import type { Boot } from '@paddock/contract/boot';
import type { LinkId, Links } from '@paddock/contract/links';
import type { ComponentProps } from 'react';
import { useCallback } from 'react';
import { Link as WouterLink } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { useKit } from './kit-context';
import { useStore } from './store';

/** Addresses below the hash: `/main/chats`. The module's own are written out; other modules' come from {@link useHref}. */
export interface Navigation {
  go(address: string, options?: { replace?: boolean }): void;
  /** One step back in this visit's stack of at most 10 (A §2); from its end to the start page. */
  back(): void;
}

/** Not the router's own, which takes the parts of an address out of the hash, to where every later address keeps them. */
function setAddress(address: string, put: 'pushState' | 'replaceState', state: unknown): void {
  const oldURL = window.location.href;
  history[put](state, '', `#${address}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: window.location.href }));
}

/** Keeps the stack of visited addresses; the browser's own history is left alone. */
export function createNavigation(startPage: () => string): Navigation & { visited(address: string): void } {
  let stack: string[] = [];
  const go = (address: string, options?: { replace?: boolean }) => {
    if (options?.replace) stack = stack.slice(0, -1);
    setAddress(address.replace(/^#/, ''), options?.replace ? 'replaceState' : 'pushState', null);
  };
  return {
    go,
    back() {
      stack = stack.slice(0, -1);
      go(stack.at(-1) ?? startPage(), { replace: stack.length === 0 });
    },
    visited(address) {
      if (stack.at(-1) !== address) stack = [...stack, address].slice(-10);
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

/** One step back, as a back arrow does. */
export function useBack(): () => void {
  const { navigation } = useKit();
  return useCallback(() => navigation.back(), [navigation]);
}

/** A link to an own address or to what {@link useHref} answered. */
export function Link({ href, ...rest }: { href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  return <WouterLink href={href.replace(/^#/, '')} {...rest} />;
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
      const { state } = history as { state: { opened?: string } | null };
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
