import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Download, ImageOff, Play } from 'lucide-react';
import { IconButton } from '../button/button';
import { Icon } from '../icon/icon';
import { Progress } from '../progress/progress';
import { cx } from '../cx/cx';
import { toneStyle } from '../tone-style/tone-style';
import styles from './media.module.css';

export interface MediaItem {
  /** Address of the picture, or of a video's poster; '' without one. */
  src: string;
  /** Alternative text; empty for decoration. */
  alt: string;
  /** Pixels of the picture, so that the browser knows its shape before it has loaded. */
  width?: number | undefined;
  height?: number | undefined;
  /** Shown with a play mark. */
  isVideo?: boolean | undefined;
  /** The percentage of a video that is being prepared, with its spoken name. It cannot be opened yet. */
  progress?: { percent: number; label: string } | undefined;
}

export interface MediaProps {
  items: MediaItem[];
  /** Label of the button over a picture: "Open picture 2 of 5". */
  openLabel: (index: number) => string;
  onOpen?: (index: number) => void;
}

/** Pictures and videos of a shout: one at 2:1, two halves, three as 2fr + 1fr, then +N. */
export function Media({ items, openLabel, onOpen }: MediaProps) {
  const shown = items.slice(0, 3);
  const more = items.length - shown.length;
  return (
    <div className={cx(styles.pictures, styles[`of${shown.length}`])}>
      {shown.map((item, index) => {
        const last = index === 2 && more > 0;
        const inside = (
          <>
            <Tile item={item} />
            {last && (
              <span className={cx(styles.more, 'tabular-nums')} aria-hidden="true">
                +{more}
              </span>
            )}
          </>
        );
        return onOpen && !item.progress ? (
          <button
            key={`${index} ${item.src}`}
            type="button"
            aria-label={last ? `${openLabel(index)} +${more}` : openLabel(index)}
            onClick={() => onOpen(index)}
          >
            {inside}
          </button>
        ) : (
          <span key={`${index} ${item.src}`}>{inside}</span>
        );
      })}
    </div>
  );
}

function Tile({ item: { src, alt, width, height, isVideo, progress } }: { item: MediaItem }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      {src !== '' && !hasFailed ? (
        <img {...{ src, alt, width, height }} loading="lazy" decoding="async" onError={() => setFailed(true)} />
      ) : (
        <span className={styles.blank}>{!isVideo && <Icon of={ImageOff} size="l" />}</span>
      )}
      {isVideo && !progress && (
        <span className={styles.play}>
          <Icon of={Play} solid />
        </span>
      )}
      {progress && (
        <span className={styles.progress}>
          <span className="label">{progress.label}</span>
          <Progress percent={progress.percent} label={progress.label} />
        </span>
      )}
    </>
  );
}

/** The file type: three or four letters on a tile with a strip. */
export function FileType({ children, tone }: { /** "PDF". */ children: string; tone?: string }) {
  return (
    <span className={cx(styles.type, tone && 'tone')} style={toneStyle(tone)} aria-hidden="true">
      {children}
    </span>
  );
}

export interface FileRowProps {
  /** "PDF", "CSV". */
  type: string;
  name: string;
  /** "820 kB, 2 pages". */
  meta?: string;
  tone?: string;
  /** Address of a small picture, shown instead of the type. */
  thumb?: string | undefined;
  /** Address that opens the file. */
  href?: string;
  isNewTab?: boolean;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  /** Presses within 500 ms of the previous one start no second download. */
  download?: { label: string; href?: string; onPress?: (event: MouseEvent<HTMLElement>) => void };
  /** Content at the end. */
  end?: ReactNode;
  /** Omits border and padding, for use inside a bubble. */
  bare?: boolean;
}

const downloadDebounceMs = 500;

/** A file, 60 px high. */
export function FileRow({ type, name, meta, tone, thumb, href, isNewTab, onPress, download, end, bare }: FileRowProps) {
  const lastPress = useRef(-Infinity);
  const startDownload = (event: MouseEvent<HTMLElement>) => {
    const sinceLast = event.timeStamp - lastPress.current;
    lastPress.current = event.timeStamp;
    if (sinceLast < downloadDebounceMs) event.preventDefault();
    else download?.onPress?.(event);
  };
  const text = (
    <>
      {thumb === undefined ? (
        <FileType {...(tone ? { tone } : {})}>{type}</FileType>
      ) : (
        <img className={styles.type} src={thumb} alt="" width={40} height={44} loading="lazy" decoding="async" />
      )}
      <span className="grow">
        <bdi className="medium truncate">{name}</bdi>
        {meta && <span className="caption tabular-nums">{meta}</span>}
      </span>
    </>
  );
  return (
    <div className={cx(styles.file, bare && styles.bare)}>
      {href !== undefined ? (
        <a
          className={styles.open}
          href={href}
          onClick={onPress}
          {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {text}
        </a>
      ) : onPress ? (
        <button type="button" className={styles.open} onClick={onPress}>
          {text}
        </button>
      ) : (
        <span className={styles.open}>{text}</span>
      )}
      {download && (
        <IconButton
          icon={Download}
          label={download.label}
          {...(download.href !== undefined ? { href: download.href } : {})}
          onPress={startDownload}
        />
      )}
      {end}
    </div>
  );
}

export interface LinkCardProps {
  href: string;
  /** "meridiangt.example". */
  host: string;
  title: string;
  text?: string;
  image?: string;
  /** "opened 38 times". */
  meta?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
}

/** A preview of a link target. */
export function LinkCard({ href, host, title, text, image, meta, onPress }: LinkCardProps) {
  return (
    <a
      className={cx(styles.link, !image && styles.imageless)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onPress}
    >
      {image && <img src={image} alt="" loading="lazy" decoding="async" />}
      <span className={styles.linkText}>
        <bdi className="caption truncate">{host}</bdi>
        <span className={cx('strong line-clamp-2', styles.linkTitle)} dir="auto">
          {title}
        </span>
        {text && (
          <span className="label text-secondary line-clamp-2" dir="auto">
            {text}
          </span>
        )}
        {meta && <span className="caption tabular-nums">{meta}</span>}
      </span>
    </a>
  );
}
