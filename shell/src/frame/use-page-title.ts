import { useEffect } from 'react';

/** Until a page that draws itself piece by piece stands. */
const SETTLING = 150;

/**
 * Each page has a name of its own in the browser's tabs and history, and the first thing that a screen reader says: its heading's,
 * then the community's. Whichever module draws the page, it has a heading; beside a list the detail's is the last.
 * @param plain the community's name alone: the landing page's heading is a slogan
 */
export function usePageTitle(community: string, plain: boolean): void {
  useEffect(() => {
    const name = () => {
      if (plain) return void (document.title = community);
      const headings = [...document.querySelectorAll<HTMLElement>('main h1')].filter((one) => one.checkVisibility());
      const heading = headings.at(-1)?.textContent.trim();
      document.title = heading ? `${heading} · ${community}` : community;
    };
    let settling: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(settling);
      settling = setTimeout(name, SETTLING);
    };
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    name();
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, [community, plain]);
}
