import type { Boot } from '@paddock/contract/boot';
import type { LinkId, Links } from '@paddock/contract/links';
import type { ComponentProps } from 'react';
import { useCallback } from 'react';
import { Link as WouterLink } from 'wouter';
import { navigate as navigateHash } from 'wouter/use-hash-location';
import { useKit } from './kit-context';
import { useStore } from './store';

/** Addresses below the hash: `/main/chats`. The module's own are written out; other modules' come from {@link useHref}. */
export interface Navigation {
  go(address: string, options?: { replace?: boolean }): void;
  /** One step back in this visit's stack of at most 10 (A §2); from its end to the start page. */
  back(): void;
}

/** Keeps the stack of visited addresses; the browser's own history is left alone. */
export function createNavigation(startPage: () => string): Navigation & { visited(address: string): void } {
  let stack: string[] = [];
  const go = (address: string, options?: { replace?: boolean }) => {
    if (options?.replace) stack = stack.slice(0, -1);
    navigateHash(address.replace(/^#/, ''), options);
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
