import { clickLink } from '@paddock/contract/calls/shout-links';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useRef } from 'react';

/** A double click opens a link once. */
const debounceMs = 500;

/** Counts opened links of a shout; also returns the new count of the link opened last. A failed count does not matter. */
export function useLinkClick(
  shout: Pick<ShoutCard, 'id' | 'links'> | undefined,
): [countClick: (url: string) => void, counted: { url: string; clicks: number } | undefined] {
  const click = useCallMutation(clickLink);
  const last = useRef(-Infinity);
  const countClick = (url: string) => {
    const sinceLast = performance.now() - last.current;
    last.current = performance.now();
    if (shout?.links.some((link) => link.url === url) && sinceLast >= debounceMs) click.mutate({ id: shout.id, url });
  };
  const counted = click.data && { url: click.variables.url, clicks: click.data.click_count };
  return [countClick, counted];
}
