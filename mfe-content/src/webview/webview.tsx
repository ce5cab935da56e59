import { checkWebview } from '@paddock/contract/calls/webview';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { IconButton, LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader } from '@paddock/ui/pane';
import { Spinner } from '@paddock/ui/spinner';
import { Centre, Empty, ErrorState } from '@paddock/ui/state';
import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHasFocus } from '../framed-file/use-has-focus';
import styles from './webview.module.css';

const newWindow = { target: '_blank', rel: 'noopener noreferrer' } as const;
/** Pages that have loaded in this window, which need no spinner again (specification B §4, Webview). */
const loadedPages = new Set<string>();

/** A page of another site: the deployment's, or the one in the address (specification A §2, Webview tab). */
export function Webview({ params: { url } }: { params: Partial<ScreenProps<'url'>['params']> }) {
  const t = useText();
  const title = useTabTitle('webview') ?? t('webview.title');
  const check = useCallQuery(checkWebview, url === undefined ? {} : { url }, { staleTime: 600_000 });
  const { data } = check;
  const open = data && { href: data.url, ...newWindow };
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={title}
        divider
        actions={data && <IconButton icon={ExternalLink} label={t('webview.open')} href={data.url} external />}
      />
      {data?.framed === true ? (
        <Frame key={data.url} url={data.url} title={title} />
      ) : data && open ? (
        <Empty
          title={t('webview.refused')}
          text={t('webview.refused_text', { host: new URL(data.url).hostname })}
          action={
            <LinkButton variant="primary" {...open}>
              {t('webview.open')}
              <span className="sr-only"> ({t('webview.new_tab')})</span>
            </LinkButton>
          }
        />
      ) : check.error?.code === 'FORBIDDEN' || check.error?.code === 'INVALID_INPUT' ? (
        <ErrorState title={t('webview.forbidden')} code={check.error.code} />
      ) : check.error ? (
        <LoadFailed error={check.error} pending={check.isFetching} onRetry={() => void check.refetch()} />
      ) : (
        <Centre>
          <Spinner label={t('webview.loading')} />
        </Centre>
      )}
    </Pane>
  );
}

/** The page has its own origin and may run scripts, but not navigate this window. */
function Frame({ url, title }: { url: string; title: string }) {
  const t = useText();
  const { wait } = useSession().flags.webview_tab;
  const [isLoaded, setIsLoaded] = useState(!wait || loadedPages.has(url));
  const frame = useRef<HTMLIFrameElement>(null);
  const isFocused = useHasFocus(frame);
  return (
    <div className={styles.frame}>
      <iframe
        ref={frame}
        src={url}
        title={title}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        data-loaded={isLoaded}
        data-focused={isFocused || undefined}
        onLoad={() => {
          loadedPages.add(url);
          setIsLoaded(true);
        }}
      />
      {!isLoaded && (
        <div className={styles.waiting}>
          <Spinner label={t('webview.loading')} />
        </div>
      )}
    </div>
  );
}
