import {
  createFolder,
  deleteFolderItem,
  folderForm,
  type FolderItem,
  readFolder,
  rootFolder,
  updateFolderItem,
} from '@paddock/contract/calls/folders';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useTabTitle } from '@paddock/mfe-kit/session';
import { Slot } from '@paddock/mfe-kit/slots';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { FieldError } from '@paddock/ui/field';
import { ListRow, Rows } from '@paddock/ui/row';
import { ConfirmDialog, Sheet } from '@paddock/ui/sheet';
import { Empty, Skeleton } from '@paddock/ui/state';
import { CornerLeftUp, Folder } from 'lucide-react';
import { useState } from 'react';
import type { Act } from './file-row';
import styles from './files.module.css';
import { showsFiles } from './use-files';

const nameField = (t: ReturnType<typeof useText>) => [
  {
    type: 'input' as const,
    name: 'name' as const,
    label: t('files.name'),
    max: 140,
    codes: { INVALID_PATTERN: t('files.bad_name'), CONFLICT: t('files.taken') },
  },
];
const createForm = defineForm({
  id: 'create-folder',
  schema: () => folderForm,
  submit: (t) => t('files.create'),
  fields: nameField,
});
const renameForm = defineForm({
  id: 'rename-file',
  schema: () => folderForm,
  submit: (t) => t('files.rename'),
  fields: nameField,
});

interface DialogProps {
  item: FolderItem;
  onClose: () => void;
}

type FolderDialogsProps = ({ act: Act; item: FolderItem } | { act: 'create' }) & {
  parent: string;
  onClose: () => void;
  onDeleted: (item: FolderItem) => void;
};

/** The dialog of what the member does with a folder or file. */
export function FolderDialogs({ parent, onClose, onDeleted, ...acting }: FolderDialogsProps) {
  switch (acting.act) {
    case 'create':
      return <CreateFolder parent={parent} onClose={onClose} />;
    case 'rename':
      return <Rename item={acting.item} onClose={onClose} />;
    case 'move':
      return <Move item={acting.item} onClose={onClose} />;
    case 'delete':
      return <Delete item={acting.item} onClose={onClose} onDeleted={onDeleted} />;
    case 'report':
      return <Slot name="account.report" props={{ kind: 'file', id: acting.item.id, onClose }} />;
  }
}

function CreateFolder({ parent, onClose }: { parent: string; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const create = useCallMutation(createFolder, { invalidates: showsFiles });
  return (
    <Sheet open onClose={onClose} title={t('files.create')} closeLabel={t('files.cancel')}>
      <DataForm
        form={createForm}
        record={parent}
        onSubmit={async ({ name }, client_id) => {
          await create.mutateAsync({ name, parent, client_id });
          toast('files.created');
          onClose();
        }}
      />
    </Sheet>
  );
}

function Rename({ item: { id, name }, onClose }: DialogProps) {
  const t = useText();
  const toast = useToast();
  const update = useCallMutation(updateFolderItem, { invalidates: showsFiles });
  return (
    <Sheet open onClose={onClose} title={t('files.rename_title', { name })} closeLabel={t('files.cancel')}>
      <DataForm
        form={renameForm}
        initial={{ name }}
        record={id}
        onSubmit={async (input) => {
          await update.mutateAsync({ id, name: input.name });
          toast('files.renamed');
          onClose();
        }}
      />
    </Sheet>
  );
}

/** Chooses the folder to move to. */
function Move({ item, onClose }: DialogProps) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const root = useTabTitle('files') ?? t('files.title');
  const [at, setAt] = useState(item.parent);
  const query = useCallQuery(readFolder, { parent: at, count: 400 });
  const { folder, items } = query.data ?? {};
  const folders = (items ?? []).filter((one) => one.folder && one.id !== item.id);
  const move = useCallMutation(updateFolderItem, {
    invalidates: showsFiles,
    onSuccess() {
      toast('files.moved');
      onClose();
    },
  });
  const here = folder?.name ?? root;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('files.move_title', { name: item.name })}
      closeLabel={t('files.cancel')}
      size="l"
      footer={
        <Button
          variant="primary"
          pending={move.isPending}
          disabled={at === item.parent || query.data === undefined}
          onPress={() => move.mutate({ id: item.id, parent: at })}
        >
          {t('files.move_here', { folder: here })}
        </Button>
      }
    >
      <div className={styles.choose}>
        {move.error && <FieldError>{errorText(move.error)}</FieldError>}
        {query.isError ? (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : query.data === undefined ? (
          <Skeleton shape="row" count={4} label={t('loading')} />
        ) : (
          <Rows>
            {at !== rootFolder && (
              <ListRow icon={CornerLeftUp} title={t('files.up')} onPress={() => setAt(folder?.parent ?? rootFolder)} />
            )}
            {folders.map(({ id, name }) => (
              <ListRow key={id} icon={Folder} title={<bdi>{name}</bdi>} chevron onPress={() => setAt(id)} />
            ))}
            {folders.length === 0 && <Empty title={t('files.no_folders')} />}
          </Rows>
        )}
      </div>
    </Sheet>
  );
}

function Delete({ item, onClose, onDeleted }: DialogProps & Pick<FolderDialogsProps, 'onDeleted'>) {
  const t = useText();
  const toast = useToast();
  const { id, name, folder, files = 0 } = item;
  const remove = useCallMutation(deleteFolderItem, {
    invalidates: showsFiles,
    onError: toast.error,
    onSuccess() {
      toast('files.deleted');
      onDeleted(item);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('files.delete_title', { name })}
      text={folder ? t('files.delete_folder', { count: files }) : t('files.delete_file')}
      confirmLabel={t('files.delete')}
      cancelLabel={t('files.cancel')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    />
  );
}
