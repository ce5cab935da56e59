import { maxNewFiles, type FolderItem, type PlacedItem } from '@paddock/contract/calls/folders';
import { download } from '@paddock/mfe-kit/download';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useWithParts } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Badge, NewDot } from '@paddock/ui/badge';
import { IconButton } from '@paddock/ui/button';
import { Joined } from '@paddock/ui/joined';
import { Menu } from '@paddock/ui/menu';
import { ListRow } from '@paddock/ui/row';
import { ActionSheet } from '@paddock/ui/sheet';
import { ToneIcon } from '@paddock/ui/tone-icon';
import { Download, Flag, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { typeOf } from './file-type';
import styles from './files.module.css';
import { addressOf } from './use-files';

export type Act = 'rename' | 'move' | 'delete' | 'report';

interface FileRowProps {
  item: FolderItem | PlacedItem;
  isOpen: boolean;
  /** With the folders above, in the results of a search. */
  isFound: boolean;
  onAct: (act: Act) => void;
}

/** A file or folder in a list, with its menu; a long press on another member's file opens the same actions. */
export function FileRow({ item, isOpen, isFound, onAct }: FileRowProps) {
  const t = useText();
  const { number } = useFormat();
  const { id, name, folder, file, badge, owner, can_edit } = item;
  const { user } = useSession();
  const canReport = useSlotAvailable('account.report') && !folder && owner?.id !== user?.id;
  const [isHeld, setHeld] = useState(false);
  const toast = useToast();
  // A found file opens over the results; a found folder ends the search.
  const withParts = useWithParts();
  const changes = [
    { id: 'rename', label: t('files.rename'), icon: Pencil, onPress: () => onAct('rename') },
    { id: 'move', label: t('files.move'), icon: FolderInput, onPress: () => onAct('move') },
    { id: 'delete', label: t('files.delete'), icon: Trash2, danger: true, onPress: () => onAct('delete') },
  ];
  const report = { id: 'report', label: t('files.report'), icon: Flag, onPress: () => onAct('report') };
  const acts = [...(canReport ? [report] : []), ...(can_edit ? changes : [])];
  return (
    <div className={styles.row} role="listitem" data-item>
      <ListRow
        className={styles.press}
        href={`#${folder ? addressOf(id) : withParts(addressOf(id))}`}
        start={<ToneIcon {...typeOf(item)} />}
        title={
          <span className={styles.name}>
            <bdi className="truncate">{name}</bdi>
            {item.new && <NewDot label={t('files.new')} />}
          </span>
        }
        sub={<Facts item={item} isFound={isFound} />}
        current={isOpen}
        line={false}
        chevron={folder}
        onLongPress={canReport ? () => setHeld(true) : undefined}
        end={
          badge > 0 && (
            <Badge
              count={badge}
              text={number(badge)}
              spoken={t(badge === maxNewFiles ? 'files.many_new' : 'files.count_new', { count: badge })}
            />
          )
        }
      />
      {file && (
        <IconButton
          icon={Download}
          label={t('files.download', { name })}
          onPress={() => void download(file).catch(toast.error)}
        />
      )}
      {acts.length > 0 && <Menu label={t('files.more', { name })} items={acts} />}
      {isHeld && (
        <ActionSheet
          open
          onClose={() => setHeld(false)}
          label={t('files.more', { name })}
          actions={acts}
          cancelLabel={t('files.cancel')}
        />
      )}
    </div>
  );
}

function Facts({ item, isFound }: Pick<FileRowProps, 'item' | 'isFound'>) {
  const t = useText();
  const format = useFormat();
  const { file, files = 0, owner, created, updated } = item;
  const above = isFound && 'parents' in item ? item.parents.map(({ name }) => name) : [];
  // A phone's row is narrow: the time stays in one line.
  const time = format.relativeShort(updated ?? created).replaceAll(' ', '\u00a0');
  const parts = file ? [format.fileSize(file.size), owner?.fullname, time] : [t('files.count', { count: files })];
  return <Joined parts={[above.length > 0 && above.join(' / '), ...parts]} />;
}
