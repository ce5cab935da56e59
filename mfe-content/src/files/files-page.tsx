import { markAllFilesRead, rootFolder, type FolderItem, type PlacedItem } from '@paddock/contract/calls/folders';
import { useBadge } from '@paddock/mfe-kit/badges';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useNavigate, useWithParts } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useTabTitle } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button, IconButton } from '@paddock/ui/button';
import { Icon } from '@paddock/ui/icon';
import { Menu } from '@paddock/ui/menu';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Empty } from '@paddock/ui/state';
import { CheckCheck, ChevronRight, FolderPlus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { type Act, FileRow } from './file-row';
import { FileSheet } from './file-sheet';
import styles from './files.module.css';
import { FolderDialogs } from './folder-dialogs';
import { TreePanel } from './tree-panel';
import { UploadPanel } from './upload-panel';
import { useFolderUploads } from './use-folder-uploads';
import { addressOf, showsFiles, useFileSearch, useFolder, useLiveFiles, useOpened } from './use-files';

type Acting = { act: Act; item: FolderItem } | { act: 'create' };

/** The list may be read again while a dialog is open, which then shows the newer item. */
const currentOf = (acting: Acting, rows: readonly FolderItem[]): Acting =>
  'item' in acting ? { ...acting, item: rows.find(({ id }) => id === acting.item.id) ?? acting.item } : acting;

/** A folder with its files; the file in the address is open above it (specification B §2, Files). */
export function FilesPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const title = useTabTitle('files') ?? t('files.title');
  const go = useNavigate();
  const withParts = useWithParts();
  const opened = useOpened(id);
  const { answer, items, folder, canCreate } = useFolder(opened.parent);
  const search = useFileSearch();
  const { field, clear } = useClearSearch(search);
  const uploads = useFolderUploads(opened.parent ?? rootFolder, canCreate);
  const [acting, setActing] = useState<Acting>();
  useLiveFiles();
  const isFound = search.active;
  const rows: readonly (FolderItem | PlacedItem)[] = isFound ? (search.answer.data?.items ?? []) : items;
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={folder?.name ?? title}
        back={folder && { label: t('files.up'), href: `#${addressOf(folder.parent)}`, alwaysShown: true }}
        actions={
          <>
            {canCreate && (
              <>
                <IconButton icon={FolderPlus} label={t('files.create')} onPress={() => setActing({ act: 'create' })} />
                <IconButton icon={Upload} label={t('files.upload')} onPress={uploads.choose} />
              </>
            )}
            <TabMenu />
          </>
        }
      />
      <div className={styles.head}>
        {folder && <Path folder={folder} title={title} />}
        <SearchToolbar
          search={search}
          field={field}
          label={t('files.search')}
          pendingLabel={t('files.searching')}
          clearLabel={t('files.clear')}
        />
      </div>
      <UploadPanel uploads={uploads} folder={folder?.name ?? title} />
      <TreePanel />
      <Scroll surface="canvas">
        {opened.isGone && <Banner kind="info">{t('files.gone')}</Banner>}
        <div className={styles.list} data-dropping={uploads.isDropping || undefined} {...uploads.dropZone}>
          <List
            id={isFound ? 'files.found' : `files.${opened.parent}`}
            label={title}
            query={isFound ? search.answer : answer}
            rows={rows}
            rowKey={(item) => item.id}
            render={(item) => (
              <FileRow
                item={item}
                isOpen={item.id === id}
                isFound={isFound}
                onAct={(act) => setActing({ act, item })}
              />
            )}
            shape="row"
            frame={(shown) => (
              <div role="list" aria-label={title}>
                {shown}
              </div>
            )}
            empty={
              isFound ? (
                <NothingFound onClear={clear} />
              ) : (
                <EmptyFolder isRoot={!folder} onUpload={canCreate ? uploads.choose : undefined} />
              )
            }
          />
        </div>
      </Scroll>
      {opened.file && (
        <FileSheet
          key={opened.file.id}
          item={opened.file}
          onAct={(act) => setActing({ act, item: opened.file! })}
          onClose={() => go(withParts(addressOf(opened.file!.parent)), { replace: true })}
        />
      )}
      {acting && (
        <FolderDialogs
          {...currentOf(acting, rows)}
          parent={opened.parent ?? rootFolder}
          onClose={() => setActing(undefined)}
          onDeleted={(gone) => gone.id === id && go(withParts(addressOf(gone.parent)), { replace: true })}
        />
      )}
    </Pane>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useText();
  return <Empty title={t('files.nothing_found')} action={<Button onPress={onClear}>{t('files.clear')}</Button>} />;
}

/** `onUpload` is undefined for members who may not add files. */
function EmptyFolder({ isRoot, onUpload }: { isRoot: boolean; onUpload: (() => void) | undefined }) {
  const t = useText();
  return (
    <Empty
      title={t(isRoot ? 'files.empty' : 'files.empty_folder')}
      {...(onUpload && {
        text: t('files.empty_text'),
        action: (
          <Button variant="primary" icon={Upload} onPress={onUpload}>
            {t('files.upload')}
          </Button>
        ),
      })}
    />
  );
}

/** The folders above the open one. */
function Path({ folder, title }: { folder: PlacedItem; title: string }) {
  const t = useText();
  return (
    <nav className={`${styles.path} label`} aria-label={t('files.path')}>
      <a href="#/main/files" className="truncate">
        {title}
      </a>
      {folder.parents.map(({ id, name }) => (
        <span key={id} className="inline gap-1">
          <Icon of={ChevronRight} size="s" flip className="text-tertiary" />
          <a href={`#${addressOf(id)}`} className="truncate">
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </nav>
  );
}

function TabMenu() {
  const t = useText();
  const toast = useToast();
  const [count, setCount] = useBadge('files');
  const readAll = useCallMutation(markAllFilesRead, {
    invalidates: showsFiles,
    onError: toast.error,
    onSuccess: ({ file_new_receipts }) => setCount(file_new_receipts),
  });
  const read = { id: 'read', label: t('files.mark_all_read'), icon: CheckCheck, onPress: () => readAll.mutate({}) };
  const bin = { id: 'bin', label: t('files.bin'), icon: Trash2, href: '#/main/files/bin' };
  return <Menu label={t('files.menu')} items={count > 0 ? [read, bin] : [bin]} />;
}
