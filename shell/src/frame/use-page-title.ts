import { useEffect, useState } from 'react';

/** Until a page that draws itself piece by piece stands. */
const SETTLING = 150;

/**
 * Each page has a name of its own in the browser's tabs and history: its heading's, then the community's. Whichever module draws the
 * page, it has a heading; beside a list the detail's is the last.
 * @returns what a screen reader is to be told: the heading of the page that was gone to. Nothing for the first, whose title the
 * browser says; a heading that changes while its page stands is its page's own to tell
 */
export function usePageTitle(community: string, address: string): string {
  const [first] = useState(address);
  const [hasMoved, setMoved] = useState(false);
  const [heading, setHeading] = useState('');
  if (!hasMoved && address !== first) setMoved(true);

  useEffect(() => {
    let isTold = !hasMoved;
    const name = () => {
      const shown = shownHeading();
      // The landing page's heading is a slogan.
      document.title = shown === '' || address === '/' ? community : `${shown} · ${community}`;
      if (shown === '' || isTold) return;
      isTold = true;
      setHeading(shown);
    };
    let settling: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(settling);
      settling = setTimeout(name, SETTLING);
    };
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    follow();
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, [community, address, hasMoved]);
  return heading;
}

function shownHeading(): string {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')].filter((one) => one.checkVisibility());
  return headings.at(-1)?.textContent.trim() ?? '';
}
