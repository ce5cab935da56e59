import { binDays, readBin, restoreFolderItem } from '@paddock/contract/calls/folders';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Joined } from '@paddock/ui/joined';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import { Empty } from '@paddock/ui/state';
import { ToneIcon } from '@paddock/ui/tone-icon';
import { typeOf } from './file-type';
import styles from './files.module.css';
import { showsFiles, useLiveFiles } from './use-files';

/** Deleted files and folders: the member's own, or all for admins. */
export function FilesBin() {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const back = useBack('/main/files');
  const query = useCallQuery(readBin, {}, { live: true });
  useLiveFiles();
  const restore = useCallMutation(restoreFolderItem, {
    invalidates: showsFiles,
    onError: toast.error,
    onSuccess: ({ item }) => toast('files.restored', { name: item.name }),
  });
  const title = t('files.bin');
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader title={title} back={{ label: t('files.back'), onPress: back, alwaysShown: true }} />
      <Scroll surface="canvas">
        <div className={styles.list}>
          <List
            id="files.bin"
            label={title}
            query={query}
            rows={query.data?.items ?? []}
            rowKey={({ id }) => id}
            render={({ id, name, by, deleted, expires, files, ...item }) => (
              <ListRow
                start={<ToneIcon {...typeOf(item)} />}
                title={<bdi className="truncate">{name}</bdi>}
                sub={
                  <Joined
                    parts={[
                      item.folder && t('files.count', { count: files ?? 0 }),
                      by?.fullname,
                      format.relative(deleted),
                      t('files.until', { day: format.day(expires) }),
                    ]}
                  />
                }
                end={
                  <Button
                    size="s"
                    pending={restore.isPending && restore.variables?.id === id}
                    onPress={() => restore.mutate({ id })}
                  >
                    {t('files.restore')}
                  </Button>
                }
              />
            )}
            shape="row"
            divider="icon"
            empty={<Empty title={t('files.bin_empty')} text={t('files.bin_text', { count: binDays })} />}
          />
        </div>
      </Scroll>
    </Pane>
  );
}
