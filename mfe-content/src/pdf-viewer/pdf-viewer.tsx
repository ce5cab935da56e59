import { readFile, type AttachedFile } from '@paddock/contract/calls/files';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Pane, ScreenHeader } from '@paddock/ui/pane';
import { Sheet } from '@paddock/ui/sheet';
import { Spinner } from '@paddock/ui/spinner';
import { Centre, ErrorState } from '@paddock/ui/state';
import { FileWarning, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PdfFault, PdfState } from './load-document';
import { PasswordForm } from './password-form';
import { PdfBar } from './pdf-bar';
import styles from './pdf-viewer.module.css';
import { Thumbnails } from './thumbnails';
import { usePdf } from './use-pdf';

/** A PDF by its file's id (specification B, PDF viewer). The server checks access when it describes the file and at each range of it. */
export function PdfViewer({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  // A repeated query would sign another address, which would open the document from its start.
  const query = useCallQuery(readFile, { id }, { staleTime: Infinity });
  const file = query.data;
  if (file?.type === 'application/pdf') return <Document key={file.id} file={file} />;
  const fault = file ? 'invalid' : query.error?.status === 404 ? 'missing' : undefined;
  return (
    <Pane label={t('pdf.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={file?.name ?? t('pdf.title')}
        back={{ label: t('pdf.back'), onPress: back, alwaysShown: true }}
      />
      {fault ? (
        <Fault fault={fault} />
      ) : query.error ? (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Centre>
          <Spinner label={t('pdf.loading')} />
        </Centre>
      )}
    </Pane>
  );
}

function Fault({ fault, onRetry }: { fault: PdfFault; onRetry?: () => void }) {
  const t = useText();
  const canRetry = onRetry !== undefined && (fault === 'unexpected' || fault === 'failed');
  return (
    <ErrorState
      title={t(`pdf.${fault}`)}
      icon={FileWarning}
      {...(canRetry && { retryLabel: t('pdf.retry'), onRetry })}
    />
  );
}

const besideFrom = '(min-width: 768px)';
type ThumbnailPlace = 'beside' | 'sheet';
const placeOfThumbnails = (): ThumbnailPlace => (matchMedia(besideFrom).matches ? 'beside' : 'sheet');

/** The form of the window in which thumbnails are open; they close when it changes. */
function useThumbnails() {
  const [place, setPlace] = useState<ThumbnailPlace>();
  useEffect(() => {
    const query = matchMedia(besideFrom);
    const close = () => setPlace(undefined);
    query.addEventListener('change', close);
    return () => query.removeEventListener('change', close);
  }, []);
  return [place, setPlace] as const;
}

function Document({ file }: { file: AttachedFile }) {
  const t = useText();
  const { name, path } = file;
  const { container, pdf, state, retry } = usePdf(path);
  const [place, setPlace] = useThumbnails();
  const { page, pages, fault, isWaiting = false } = state;
  const isCovered = pages === 0 || fault !== undefined;
  const thumbnails = (columns: number, onPage: (page: number) => void) =>
    pdf && pages > 0 && <Thumbnails {...{ pdf, pages, columns, onPage }} current={page} />;
  return (
    <Pane label={name} surface="canvas" hidesTabBar>
      <h1 className="sr-only">{name}</h1>
      <PdfBar
        {...{ file, pdf, state }}
        thumbnails={{
          isOpen: place !== undefined,
          onPress: () => setPlace(place === undefined ? placeOfThumbnails() : undefined),
        }}
      />
      <div className={styles.frame}>
        {place === 'beside' && (
          <aside className={styles.beside} aria-label={t('pdf.thumbnails')}>
            {thumbnails(1, (target) => pdf?.goTo(target))}
          </aside>
        )}
        <div className={styles.document}>
          {/* Pages are laid out by pdf.js from the left in each language. */}
          <div
            ref={container}
            className={styles.pages}
            tabIndex={isCovered ? -1 : 0}
            role="group"
            aria-label={name}
            dir="ltr"
            inert={isCovered}
          >
            <div className="pdfViewer" />
          </div>
          {!isCovered && isWaiting && (
            <div className={styles.waiting}>
              <Banner
                kind="warn"
                icon={WifiOff}
                live="alert"
                action={
                  <Button size="s" onPress={() => pdf?.retry()}>
                    {t('pdf.retry')}
                  </Button>
                }
              >
                {t('pdf.waiting')}
              </Banner>
            </div>
          )}
          {isCovered && <Cover state={state} onRetry={retry} />}
        </div>
      </div>
      <Sheet
        open={place === 'sheet'}
        onClose={() => setPlace(undefined)}
        title={t('pdf.thumbnails')}
        closeLabel={t('pdf.close')}
      >
        <div className={styles.sheet}>
          {thumbnails(2, (target) => {
            setPlace(undefined);
            pdf?.goTo(target);
          })}
        </div>
      </Sheet>
    </Pane>
  );
}

/** What is shown instead of the pages. */
function Cover({ state: { fault, password }, onRetry }: { state: PdfState; onRetry: () => void }) {
  const t = useText();
  return (
    <div className={styles.over}>
      {fault ? (
        <Fault fault={fault} onRetry={onRetry} />
      ) : password ? (
        <PasswordForm isWrong={password.isWrong} onSend={password.send} />
      ) : (
        <Centre>
          <Spinner label={t('pdf.loading')} />
        </Centre>
      )}
    </div>
  );
}
