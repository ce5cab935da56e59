import { maxUploadBytes } from '@paddock/contract/calls/files';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import type { FileFault, PendingFile } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { createStore, useStore } from '@paddock/mfe-kit/store';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { FieldError } from '@paddock/ui/field';
import { Sheet } from '@paddock/ui/sheet';
import { UploadAdd, UploadSlot, UploadSlots } from '@paddock/ui/upload-slot';
import { useState } from 'react';
import styles from './files.module.css';
import { drop } from './folder-publisher';
import { type FolderUploads, keepBoth } from './use-folder-uploads';

const noFault = createStore<FileFault | undefined>(undefined);
const megabyte = 1024 * 1024;

/** The slots of files that are on their way into the folder. */
export function UploadPanel({ uploads, folder }: { uploads: FolderUploads; folder: string }) {
  const t = useText();
  const { number } = useFormat();
  const errorText = useErrorText();
  const { flags } = useSession();
  const { draft, items, max, input, conflict, unpublished } = uploads;
  const fault = useStore(draft?.fault ?? noFault);
  const failed = items.filter(({ state }) => state === 'failed');
  // One that the folder refused would stay for ever.
  const isFixed = (item: (typeof items)[number]) =>
    flags.disable_upload_modification && item.state === 'loaded' && !unpublished.includes(item);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.upload')}
        onChange={({ currentTarget }) => {
          uploads.take([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {(items.length > 0 || fault) && draft && (
        <div className={styles.panel}>
          <Card pad>
            <div className="stack gap-2">
              <div className="inline gap-2">
                <strong className="label grow">{t('files.uploading_to', { folder })}</strong>
                <span className="caption text-secondary">
                  {t('files.slots', { count: number(items.length), max: number(max) })}
                </span>
              </div>
              <UploadSlots five>
                {items.map((item) => (
                  <UploadSlot
                    key={item.key}
                    name={item.name}
                    state={item.state === 'failed' ? 'error' : item.state}
                    percent={item.percent}
                    format={(percent) => `${number(percent)}%`}
                    showName
                    waitingLabel={t('files.waiting')}
                    {...(!isFixed(item) && {
                      removeLabel: t('files.remove', { name: item.name }),
                      onRemove: () => draft.remove(item.key),
                    })}
                    {...(item.src !== undefined && { src: item.src })}
                  />
                ))}
                {items.length < max && <UploadAdd label={t('files.upload')} onPress={uploads.choose} />}
              </UploadSlots>
              <div role="alert">
                {failed.map((item) => (
                  <FieldError key={item.key}>
                    <bdi>{item.name}</bdi>: {item.error?.message || t('files.unable')}
                  </FieldError>
                ))}
                {unpublished.map((item) => (
                  <FieldError key={item.key}>
                    <bdi>{item.name}</bdi>: {errorText(uploads.errorOf(item))}
                  </FieldError>
                ))}
                {fault && (
                  <FieldError>
                    {t(`files.faults.${fault.code}`, {
                      count: max,
                      name: fault.name ?? '',
                      size: number(maxUploadBytes / megabyte),
                    })}
                  </FieldError>
                )}
              </div>
              {failed.length + unpublished.length > 0 && (
                <Button
                  size="s"
                  onPress={() => {
                    failed.forEach(({ key }) => draft.retry(key));
                    uploads.tryAgain();
                  }}
                >
                  {t('files.try_again')}
                </Button>
              )}
            </div>
          </Card>
        </div>
      )}
      {conflict && <ConflictSheet key={conflict.key} uploads={uploads} file={conflict} />}
    </>
  );
}

/** Asks what becomes of a file whose name the folder has already. */
function ConflictSheet({ uploads, file }: { uploads: FolderUploads; file: PendingFile }) {
  const t = useText();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const { draft } = uploads;
  const settle = async (work: () => Promise<void>) => {
    setPending(true);
    setError(undefined);
    try {
      await work();
      if (draft) drop(draft, [file.key]);
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Sheet
      open
      onClose={() => draft?.remove(file.key)}
      title={t('files.taken_title', { name: file.name })}
      closeLabel={t('files.cancel')}
      dismissable={!pending}
      footer={
        <>
          <Button
            variant="primary"
            pending={pending}
            onPress={() => void settle(() => uploads.publish(file, { replace: true }))}
          >
            {t('files.replace')}
          </Button>
          <Button disabled={pending} onPress={() => void settle(() => keepBoth(file, uploads.publish))}>
            {t('files.keep_both')}
          </Button>
        </>
      }
    >
      <p>{t('files.taken_text')}</p>
      {error !== undefined && <FieldError>{errorText(error)}</FieldError>}
    </Sheet>
  );
}
