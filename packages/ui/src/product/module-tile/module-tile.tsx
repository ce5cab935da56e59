import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { Button, LinkButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Centre } from '../../primitives/state/state';
import styles from './module-tile.module.css';

interface Shared {
  /** "Rooms did not load"; for a slot "Comments are not available". */
  title: string;
  /** The error code, shown verbatim. */
  code: string;
  retryLabel: string;
  onRetry: () => void;
  /** The retry is in progress. */
  pending?: boolean;
}

export interface ModuleTileProps extends Shared {
  /** One sentence of explanation. */
  text: ReactNode;
  /** Id and version of the module. */
  module: string;
  /** Previous attempts: "twice, last at 15:04:21". */
  tried?: ReactNode;
  /** Labels of the three facts. */
  terms: { module: string; code: string; tried: string };
  /** "Why is this?" and its address. */
  whyLabel?: string;
  whyHref?: string;
}

function GapMark({ slim }: { slim?: boolean }) {
  return (
    <span className={cx(styles.mark, slim && styles.markSlim)} aria-hidden="true">
      <i />
      <i className={styles.miss} />
      <i />
    </span>
  );
}

/** Replaces a tab whose module failed; the frame and the other tabs keep working. */
export function ModuleTile(props: ModuleTileProps) {
  const { title, text, module, code, tried, terms, retryLabel, onRetry, pending, whyLabel, whyHref } = props;
  return (
    <Centre>
      <div className={styles.tile} role="alert">
        <GapMark />
        <div className="stack gap-2">
          <h1 className="title">{title}</h1>
          <p className="text-secondary">{text}</p>
        </div>
        <dl className={styles.facts}>
          <dt>{terms.module}</dt>
          <dd className="code">{module}</dd>
          <dt>{terms.code}</dt>
          <dd className="code">{code}</dd>
          {tried !== undefined && (
            <>
              <dt>{terms.tried}</dt>
              <dd>{tried}</dd>
            </>
          )}
        </dl>
        <div className="inline wrap">
          <Button variant="ink" icon={RotateCw} onPress={onRetry} pending={pending ?? false}>
            {retryLabel}
          </Button>
          {whyLabel && whyHref !== undefined && (
            <LinkButton variant="quiet" href={whyHref}>
              {whyLabel}
            </LinkButton>
          )}
        </div>
      </div>
    </Centre>
  );
}

export interface ModuleTileSlimProps extends Shared {
  /** Name of the module: "Shouts". */
  module: string;
  /** Hides the three bars, for narrow slots. */
  bare?: boolean;
}

/** Replaces a slot whose module failed. */
export function ModuleTileSlim({ title, module, code, retryLabel, onRetry, pending, bare }: ModuleTileSlimProps) {
  return (
    <div className={cx(styles.tile, styles.slim)} role="status">
      {!bare && <GapMark slim />}
      <div className="grow">
        <p className="strong">{title}</p>
        <p className="label text-secondary">
          {module} · <span className="code">{code}</span>
        </p>
      </div>
      <Button variant="outline" size="s" icon={RotateCw} onPress={onRetry} pending={pending ?? false}>
        {retryLabel}
      </Button>
    </div>
  );
}
