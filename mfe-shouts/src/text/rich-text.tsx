import { useText } from '@paddock/mfe-kit/i18n';
import { Mention } from '@paddock/ui/shout-card';
import { useState } from 'react';
import { parseText, shortened } from './parse-text';
import styles from './rich-text.module.css';

/** A member's text with links and mentions; more than 500 characters are collapsed behind 'View more'. */
export function RichText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const short = shortened(text);
  const expanded = open || short === null;
  return (
    <span className={styles.text} dir="auto">
      {parseText(expanded ? text : short, mentions).map((part, index) => {
        if (part.kind === 'mention') return <Mention key={index}>{part.text}</Mention>;
        if (part.kind === 'link')
          return (
            <a key={index} className="link" href={part.text} target="_blank" rel="noreferrer noopener">
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
