import { useText } from '@paddock/mfe-kit/i18n';
import { useState } from 'react';
import styles from './event-text.module.css';
import { firstWords } from './first-words';

/** The description; a long one shows its first words and a button for the rest. */
export function EventText({ text }: { text: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const beginning = firstWords(text);
  if (text.trim() === '') return null;
  return (
    <p className={styles.text} dir="auto">
      {beginning === undefined || isOpen ? text : `${beginning}… `}
      {beginning !== undefined && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'detail.view_less' : 'detail.view_more')}
        </button>
      )}
    </p>
  );
}
