import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  ChevronDown,
  ChevronUp,
  Download,
  GalleryThumbnails,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { inlineStep } from '../../primitives/arrows/arrows';
import { IconButton } from '../../primitives/button/button';
import { isComposing } from '../../primitives/composing/composing';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import styles from './pdf-toolbar.module.css';

export interface PdfToolbarProps {
  /** Label of the toolbar: the name of the file. */
  label: string;
  back?: { label: string; onPress: () => void };
  page: { value: number; of: number; label: string; ofText: string; previousLabel: string; nextLabel: string };
  /** Always from 1 to `of`. */
  onPage: (page: number) => void;
  zoom: { text: string; outLabel: string; inLabel: string; least?: boolean; most?: boolean };
  onZoom: (step: -1 | 1) => void;
  find: {
    value: string;
    label: string;
    /** "1/3", or "0"; undefined before a search. */
    count?: string;
    /** The count, spoken: "1 of 3 matches". */
    spoken?: string;
    previousLabel: string;
    nextLabel: string;
    none?: boolean;
  };
  onFind: (text: string) => void;
  onMatch: (step: -1 | 1) => void;
  /** The button that shows small pictures of the pages. */
  pages?: { label: string; isOpen: boolean; onPress: () => void };
  download?: { label: string; href: string };
}

/**
 * 52 px high in the frame's colours, scrolling horizontally. Arrow keys move between the buttons, in addition to Tab; Ctrl+F leads
 * to the search.
 */
export function PdfToolbar(props: PdfToolbarProps) {
  const { label, back, page, onPage, zoom, onZoom, find, onFind, onMatch, pages, download } = props;
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = inlineStep(event);
    if (step === 0 || event.target instanceof HTMLInputElement) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a, input')];
    const next = stops[stops.indexOf(event.target as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div className={styles.bar} role="toolbar" aria-label={label} onKeyDown={walk}>
      {back && <IconButton icon={ArrowLeft} flip {...back} className={styles.button ?? ''} />}
      <IconButton
        icon={ChevronUp}
        label={page.previousLabel}
        className={styles.button ?? ''}
        disabled={page.value <= 1}
        onPress={() => onPage(page.value - 1)}
      />
      <PageField page={page} onPage={onPage} />
      <IconButton
        icon={ChevronDown}
        label={page.nextLabel}
        className={styles.button ?? ''}
        disabled={page.value >= page.of}
        onPress={() => onPage(page.value + 1)}
      />
      <span className={styles.gap} />
      <IconButton
        icon={ZoomOut}
        label={zoom.outLabel}
        className={styles.button ?? ''}
        disabled={zoom.least ?? false}
        onPress={() => onZoom(-1)}
      />
      <span className={cx(styles.zoom, 'tabular-nums label')}>{zoom.text}</span>
      <IconButton
        icon={ZoomIn}
        label={zoom.inLabel}
        className={styles.button ?? ''}
        disabled={zoom.most ?? false}
        onPress={() => onZoom(1)}
      />
      <span className={styles.gap} />
      <FindField find={find} onFind={onFind} onMatch={onMatch} />
      <IconButton
        icon={ArrowUp}
        label={find.previousLabel}
        className={styles.button ?? ''}
        disabled={find.none ?? false}
        onPress={() => onMatch(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={find.nextLabel}
        className={styles.button ?? ''}
        disabled={find.none ?? false}
        onPress={() => onMatch(1)}
      />
      <span className="push" />
      {pages && (
        <IconButton
          icon={GalleryThumbnails}
          label={pages.label}
          aria-expanded={pages.isOpen}
          onPress={pages.onPress}
          className={styles.button ?? ''}
        />
      )}
      {download && <IconButton icon={Download} {...download} className={styles.button ?? ''} />}
    </div>
  );
}

/** The number of the page, which a typed one replaces on Enter and on leaving the field. */
function PageField({ page, onPage }: Pick<PdfToolbarProps, 'page' | 'onPage'>) {
  /** The text being typed; undefined shows the current page. */
  const [typed, setTyped] = useState<string>();

  const go = () => {
    const number = Number.parseInt(typed ?? '', 10);
    if (Number.isFinite(number)) onPage(Math.min(page.of, Math.max(1, number)));
    setTyped(undefined);
  };
  return (
    <label className={styles.field}>
      <input
        className={cx(styles.page, 'tabular-nums')}
        aria-label={page.label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? page.value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      <span className={cx(styles.dim, 'tabular-nums')}>{page.ofText}</span>
    </label>
  );
}

function FindField({ find, onFind, onMatch }: Pick<PdfToolbarProps, 'find' | 'onFind' | 'onMatch'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className={cx(styles.field, styles.find)}>
      <Icon of={Search} size="s" />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts="Control+F"
        className="grow"
        aria-label={find.label}
        placeholder={find.label}
        value={find.value}
        onChange={(event) => onFind(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onMatch(event.shiftKey ? -1 : 1);
        }}
      />
      <span className={cx(styles.dim, 'tabular-nums')} role="status">
        <span aria-hidden={find.spoken ? true : undefined}>{find.count}</span>
        {find.spoken && <span className="sr-only">{find.spoken}</span>}
      </span>
    </label>
  );
}
