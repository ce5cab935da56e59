import { useEffect, useState } from 'react';

/** Milliseconds without a change until a page counts as rendered. */
const settlingMs = 150;

/**
 * Sets the document title to the page's heading and the community's name. The heading may come from any module; next to a
 * list, the detail's heading is the last one. The number of unread shouts comes first: "(3) Chats · Meridian GT".
 * @param unread that number as text, undefined for none
 * @returns the heading to announce to screen readers after a navigation: '' for the first page, whose title the browser
 * announces, and unchanged when a heading changes within its page
 */
export function usePageTitle(community: string, address: string, unread?: string): string {
  const [first] = useState(address);
  const [hasMoved, setMoved] = useState(false);
  const [heading, setHeading] = useState('');
  const [title, setTitle] = useState<string>();
  if (!hasMoved && address !== first) setMoved(true);

  useEffect(() => {
    let isAnnounced = !hasMoved;
    const name = () => {
      const shown = visibleHeading();
      // The landing page's heading is a slogan.
      setTitle(shown === '' || address === '/' ? community : `${shown} · ${community}`);
      if (shown === '' || isAnnounced) return;
      isAnnounced = true;
      setHeading(shown);
    };
    let settling: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(settling);
      settling = setTimeout(name, settlingMs);
    };
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    follow();
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, [community, address, hasMoved]);

  useEffect(() => {
    if (title !== undefined) document.title = unread === undefined ? title : `(${unread}) ${title}`;
  }, [title, unread]);
  return heading;
}

function visibleHeading(): string {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')].filter((one) => one.checkVisibility());
  return headings.at(-1)?.textContent.trim() ?? '';
}
