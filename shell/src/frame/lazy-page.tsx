import { whyUnreachable } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { type LoadTexts, withFeatureTexts } from '@paddock/mfe-kit/lazy-part';
import { type LazyPart, lazyPart, useLazyPart } from '@paddock/ui/lazy';
import { ErrorState, Skeleton } from '@paddock/ui/state';
import { type ComponentType, useCallback, useState } from 'react';

const pages: (() => Promise<unknown>)[] = [];

/** A part of the frame that opens over the page: its code and texts load as those of a lazy page. */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts?: LoadTexts,
): LazyPart<ComponentType<Props>> {
  const part = lazyPart(() => withFeatureTexts(load, loadTexts));
  pages.push(part.load);
  return part;
}

/** A shell page outside the first screen: its code and texts load on opening, or earlier when the browser is idle. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts?: LoadTexts,
): ComponentType<Props> {
  const part = lazyOverlay(load, loadTexts);
  return function LazyPage(props: Props) {
    const t = useText();
    const [failed, setFailed] = useState(false);
    const [Page] = useLazyPart(
      part,
      !failed,
      useCallback(() => setFailed(true), []),
    );
    if (Page) return <Page {...props} />;
    if (!failed) return <Skeleton shape="row" label={t('loading')} />;
    const code = whyUnreachable();
    return (
      <ErrorState title={t(`boot.${code}`)} code={code} retryLabel={t('retry')} onRetry={() => setFailed(false)} />
    );
  };
}

/** Loads the code of all lazy pages, so that they also open offline. */
export const loadPages = (): Promise<unknown> => Promise.allSettled(pages.map((load) => load()));
