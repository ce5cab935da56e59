import { addGroupMembers } from '@paddock/contract/calls/group-members';
import { readGroup, updateGroup } from '@paddock/contract/calls/groups';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Card } from '@paddock/ui/card';
import { Column, Scroll } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { Skeleton } from '@paddock/ui/state';
import { Image, Palette, UserPlus } from 'lucide-react';
import type { Group } from '@paddock/contract/calls/groups';
import { addMembers, editColor, editIcon, editTitle } from '../group-forms';
import { GroupFrame } from '../group-frame';
import { groupReads } from '../use-group';
import { useTitleCheck } from '../use-title-check';
import styles from './edit-group.module.css';

const parts = ['title', 'color', 'icon', 'members'] as const;
type Part = (typeof parts)[number];

/** The edit variants of a group's title, color, icon and members, each with an address of its own. */
export function EditGroup({ params: { id, part } }: ScreenProps<'id' | 'part'>) {
  const t = useText();
  const edited = parts.find((one) => one === part) ?? 'title';
  const leave = useBack(`/main/group/${id}`);
  // One member is enough: the page shows none.
  const query = useCallQuery(readGroup, { id, count: 1 }, { staleTime: 0 });
  const shown = query.data;
  const denied = shown?.manages === false && new ApiError('FORBIDDEN', t('group.edit_forbidden'), 403);
  const error = denied || query.error;
  return (
    <GroupFrame current={id} label={t(`group.edit_of.${edited}`)} back={{ onPress: leave }}>
      <Scroll surface="canvas">
        {error ? (
          <LoadFailed error={error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : shown ? (
          <Column key={edited} className={styles.column ?? ''}>
            <Editor part={edited} group={shown.group} leave={leave} />
          </Column>
        ) : (
          <Skeleton shape="detail" label={t('group.loading')} />
        )}
      </Scroll>
    </GroupFrame>
  );
}

interface EditorProps {
  group: Group;
  leave: () => void;
}

function Editor({ part, ...props }: EditorProps & { part: Part }) {
  const toast = useToast();
  const update = useCallMutation(updateGroup, { invalidates: groupReads });
  const { group, leave } = props;
  const { id } = group;
  const save = async (input: Omit<Parameters<typeof update.mutateAsync>[0], 'id'>) => {
    await update.mutateAsync({ ...input, id });
    toast('group.saved');
    leave();
  };
  switch (part) {
    case 'title':
      return <TitleEditor {...props} save={save} />;
    case 'color':
      return <DataForm form={editColor} record={id} initial={{ color: group.color }} onSubmit={save} />;
    case 'icon':
      return (
        <DataForm
          form={editIcon}
          record={id}
          context={{ color: group.color }}
          // A picture covers the icon: choosing any icon replaces it.
          initial={{ icon: group.image_url === undefined ? (group.icon ?? '') : '' }}
          onSubmit={({ icon, image_url }) => save(image_url ? { image_url } : { icon })}
        />
      );
    case 'members':
      return <MembersEditor {...props} />;
  }
}

function TitleEditor({ group, save }: EditorProps & { save: (input: { title: string }) => Promise<void> }) {
  const t = useText();
  const { id, title, description, invisible, autojoin, joiners_read_only = false } = group;
  const { check } = useTitleCheck(id);
  return (
    <>
      <DataForm
        form={editTitle}
        record={id}
        context={{ check, own: title }}
        initial={{ title, description, invisible, autojoin, joiners_read_only }}
        onSubmit={save}
      />
      <Card>
        <Rows divider="icon">
          <ListRow icon={Palette} title={t('group.edit_of.color')} href={`#/main/group/${id}/color`} chevron />
          <ListRow icon={Image} title={t('group.edit_of.icon')} href={`#/main/group/${id}/icon`} chevron />
          <ListRow icon={UserPlus} title={t('group.edit_of.members')} href={`#/main/group/${id}/members`} chevron />
        </Rows>
      </Card>
    </>
  );
}

function MembersEditor({ group: { id }, leave }: EditorProps) {
  const toast = useToast();
  const add = useCallMutation(addGroupMembers, { invalidates: groupReads });
  return (
    <DataForm
      form={addMembers}
      record={id}
      context={{ id }}
      onSubmit={async ({ uid }) => {
        const { added } = await add.mutateAsync({ id, uid });
        toast('group.added', { count: added });
        leave();
      }}
    />
  );
}
