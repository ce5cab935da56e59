import { markFileRead, type PlacedItem, readVersions, restoreVersion } from '@paddock/contract/calls/folders';
import { useBadge } from '@paddock/mfe-kit/badges';
import { FileRows } from '@paddock/mfe-kit/file-rows';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Joined } from '@paddock/ui/joined';
import { ListRow, Rows } from '@paddock/ui/row';
import { Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import { FolderInput, History, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dayOf } from '../day-of';
import { FramedFile } from '../framed-file/framed-file';
import type { Act } from './file-row';
import styles from './files.module.css';
import { showsFiles } from './use-files';

/** Longer texts are downloads. */
const maxPreviewBytes = 2 * 1024 * 1024;

interface FileSheetProps {
  item: PlacedItem;
  onAct: (act: Act) => void;
  onClose: () => void;
}

/** An open file: its content, its versions, and what the member may do. Opening it marks it as read. */
export function FileSheet({ item, onAct, onClose }: FileSheetProps) {
  const t = useText();
  const format = useFormat();
  const { id, name, file, owner, created, updated, versions = 0, can_edit } = item;
  const [, setCount] = useBadge('files');
  const { mutate: markRead } = useCallMutation(markFileRead, {
    invalidates: showsFiles,
    onSuccess: ({ file_new_receipts }) => setCount(file_new_receipts),
  });
  const isNew = item.new;
  useEffect(() => {
    if (isNew) markRead({ id });
  }, [isNew, id, markRead]);
  const [showsVersions, setShowsVersions] = useState(false);
  return (
    <Sheet
      open
      onClose={onClose}
      title={name}
      closeLabel={t('files.close')}
      size="l"
      {...(can_edit && {
        footer: (
          <>
            <Button icon={Pencil} onPress={() => onAct('rename')}>
              {t('files.rename')}
            </Button>
            <Button icon={FolderInput} onPress={() => onAct('move')}>
              {t('files.move')}
            </Button>
            <Button icon={Trash2} variant="danger-outline" onPress={() => onAct('delete')}>
              {t('files.delete')}
            </Button>
          </>
        ),
      })}
    >
      <div className="stack gap-3">
        <p className="label text-secondary">
          <Joined
            parts={[
              owner?.fullname,
              updated ? t('files.changed', { day: format.relative(updated) }) : format.relative(created),
            ]}
          />
        </p>
        {file && <FileRows files={[file]} id={`files-${id}`} />}
        {file && item.icon === 'text' && file.size <= maxPreviewBytes && (
          <FramedFile className={styles.preview} file={file} title={t('files.preview', { name })} />
        )}
        {versions > 0 && (
          <Button size="s" variant="quiet" icon={History} onPress={() => setShowsVersions(!showsVersions)}>
            {t('files.versions', { count: versions })}
          </Button>
        )}
        {showsVersions && <Versions item={item} />}
      </div>
    </Sheet>
  );
}

/** The former contents of a file; its owner and admins restore one. */
function Versions({ item: { id, can_edit } }: { item: PlacedItem }) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const query = useCallQuery(readVersions, { id }, { live: true });
  const restore = useCallMutation(restoreVersion, {
    invalidates: showsFiles,
    onError: toast.error,
    onSuccess: () => toast('files.version_restored'),
  });
  if (query.isError)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton shape="row" count={2} label={t('loading')} />;
  return (
    <Rows>
      {query.data.versions
        .filter(({ current }) => !current)
        .map(({ id: version, created, by, size }) => (
          <ListRow
            key={version}
            title={<Joined parts={[dayOf(format, created), format.time(created)]} />}
            sub={<Joined parts={[by?.fullname, format.fileSize(size)]} />}
            end={
              can_edit && (
                <Button
                  size="s"
                  pending={restore.isPending && restore.variables?.version === version}
                  onPress={() => restore.mutate({ id, version })}
                >
                  {t('files.restore')}
                </Button>
              )
            }
          />
        ))}
    </Rows>
  );
}
