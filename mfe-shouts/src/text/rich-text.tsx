import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { Mention } from '@paddock/ui/shout-card';
import { useState } from 'react';
import { useLinkClick } from './use-link-click';
import { parseText, shortenText, shortenedParts } from './parse-text';
import styles from './rich-text.module.css';

interface RichTextProps {
  text: string;
  mentions: readonly string[];
  /** The stored shout, whose links count when they are opened. */
  shout?: Pick<ShoutCard, 'id' | 'links'>;
}

/** A member's text with links and mentions; more than 500 characters are collapsed behind 'View more'. */
export function RichText({ text, mentions, shout }: RichTextProps) {
  const t = useText();
  const [countClick] = useLinkClick(shout);
  const [open, setOpen] = useState(false);
  const short = shortenText(text);
  // Files without a text are posted with a single space (A §5).
  if (text.trim() === '') return null;
  const parts = parseText(text, mentions);
  return (
    <span className={styles.text} dir="auto">
      {(open || short === null ? parts : shortenedParts(parts, short)).map((part, index) => {
        if (part.kind === 'mention') return <ProfileMention key={index}>{part.text}</ProfileMention>;
        if (part.kind === 'link')
          return (
            <a
              key={index}
              className="link"
              dir="ltr"
              href={part.url}
              target="_blank"
              rel="noreferrer noopener"
              onClick={() => countClick(part.url)}
            >
              {part.text.replace(/^https?:\/\//i, '')}
            </a>
          );
        return part.text;
      })}
      {short !== null && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => setOpen(!open)} aria-expanded={open}>
            {t(open ? 'view_less' : 'view_more')}
          </button>
        </>
      )}
    </span>
  );
}

function ProfileMention({ children }: { children: string }) {
  const href = useHref('people.profile', { uid: children });
  return <Mention {...(href !== null && { href })}>{children}</Mention>;
}
