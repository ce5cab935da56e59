import { maxUploadBytes } from '@paddock/contract/calls/files';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import type { Attachment, Attachments, FileFault } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { FieldError } from '@paddock/ui/field';
import { SortableSlots } from '@paddock/ui/sortable-slots';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { FileText, Film, Image, type LucideIcon, Music } from 'lucide-react';
import { Suspense, useState } from 'react';

const PictureEditor = lazyPart(() => import('./picture-editor'), 'PictureEditor');

/** Other types are left as they are: a GIF would lose its animation. */
const isEditable = ({ type, state }: Attachment) => /^image\/(jpeg|png)$/.test(type) && state !== 'failed';

const megabyte = 1024 * 1024;

interface AttachedSlotsProps {
  draft: Attachments;
  items: readonly Attachment[];
  fault: FileFault | undefined;
}

/** The chosen files with their uploads, and why one was not taken. */
export function AttachedSlots({ draft, items, fault }: AttachedSlotsProps) {
  const t = useText();
  const { number } = useFormat();
  const { flags } = useSession();
  const fixed = (item: Attachment) => flags.disable_upload_modification && item.state === 'loaded';
  const reason = ({ name, error }: Attachment) => {
    if (error?.code === 'DOWNLOAD_ERROR') return t('file_fault.DOWNLOAD_ERROR', { name });
    // Only a reply of the server has both (A §8).
    return error?.code && error.message ? error.message : t('unable_to_upload');
  };
  const [edited, setEdited] = useState<string>();
  const inEditor = items.find(({ key }) => key === edited);
  const failed = items.filter(({ state }) => state === 'failed');
  return (
    <div className="stack gap-2 grow">
      {items.length > 0 && (
        <SortableSlots
          label={t('attachments')}
          words={{ position: (name, at, of) => t('attachment_place', { name, at, of }), hint: t('attachment_hint') }}
          onMove={draft.move}
          slots={items.map((item) => ({
            id: item.key,
            name: item.name,
            state: item.state === 'failed' ? 'error' : item.state,
            percent: item.percent,
            format: (percent) => `${number(percent)}%`,
            showName: true,
            icon: iconOf(item.type),
            waitingLabel: t('file_waiting'),
            fixed: fixed(item),
            ...(item.src !== undefined && { src: item.src }),
            ...(item.state === 'failed' && {
              error: reason(item),
              retry: { label: t('retry_file', { name: item.name }), onPress: () => draft.retry(item.key) },
            }),
            ...(!fixed(item) &&
              isEditable(item) && {
                editLabel: t('edit_picture.label', { name: item.name }),
                onEdit: () => setEdited(item.key),
              }),
            ...(!fixed(item) && {
              removeLabel: t('remove_file', { name: item.name }),
              onRemove: () => draft.remove(item.key),
            }),
          }))}
        />
      )}
      {inEditor && (
        <Suspense>
          <PictureEditor item={inEditor} draft={draft} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
      <div role="alert">
        {failed.map((item) => (
          <FieldError key={item.key}>
            <bdi>{item.name}</bdi>: {reason(item)}
          </FieldError>
        ))}
        {items.length > flags.max_files && !fault && (
          <FieldError>{t('file_fault.TOO_MANY_FILES', { count: flags.max_files })}</FieldError>
        )}
        {fault && (
          <FieldError>
            {t(`file_fault.${fault.code}`, {
              count: flags.max_files,
              name: fault.name ?? '',
              size: number(maxUploadBytes / megabyte),
            })}
          </FieldError>
        )}
      </div>
    </div>
  );
}

const icons: Record<string, LucideIcon> = { image: Image, video: Film, audio: Music };
const iconOf = (type: string) => icons[type.split('/')[0]!] ?? FileText;
