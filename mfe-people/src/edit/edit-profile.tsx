import type { Profile } from '@paddock/contract/calls/people';
import { profileDefinitions, type ProfileField } from '@paddock/contract/core/profile-fields';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Card } from '@paddock/ui/card';
import { Icon } from '@paddock/ui/icon';
import { ListRow, Rows, SectionHead } from '@paddock/ui/row';
import { Lock } from 'lucide-react';
import { fieldIcon } from '../profile/field-icon';
import { valueIn } from '../profile/shown-fields';
import { useFieldText } from '../profile/use-field-text';
import { EditFrame } from './edit-frame';
import styles from './edit.module.css';
import { EditPicture } from './edit-picture';
import { useEdited, useFieldLabel } from './use-edited';

/** The picture and the fields of a profile, each of which opens its own page (A §2, A §5). */
export function EditProfile({ params: { uid } }: ScreenProps<'uid'>) {
  const t = useText();
  const edited = useEdited(uid);
  const { id, isOwn, query } = edited;
  const back = useBack(`/main/profile/${id}`);
  const title = isOwn || !query.data ? t('edit.title') : t('edit.of', { name: query.data.fullname });
  return (
    <EditFrame title={title} back={{ label: t('edit.back'), onPress: back }} query={query}>
      {(profile) => (
        <>
          <EditPicture profile={profile} replace={edited.replacePicture} />
          <FieldList profile={profile} isOwn={isOwn} />
        </>
      )}
    </EditFrame>
  );
}

function FieldList({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const t = useText();
  const { flags } = useSession();
  const fields = profileDefinitions(flags).filter(({ name }) => name !== 'email' || isOwn);
  return (
    <section>
      <SectionHead>{t('edit.fields')}</SectionHead>
      <Card>
        <Rows divider="icon">
          {fields.map((field) => (
            <FieldRow key={field.name} field={field} profile={profile} />
          ))}
        </Rows>
      </Card>
    </section>
  );
}

/** A field with its value; a lock where the viewer may not change it. */
function FieldRow({ field, profile }: { field: ProfileField; profile: Profile }) {
  const t = useText();
  const text = useFieldText();
  const label = useFieldLabel();
  const isLocked = useLocked();
  const settings = useHref('account.settings', {});
  const { flags } = useSession();
  const { name } = field;
  const value = valueIn(profile, name);
  const closed = isLocked(field);
  const hint =
    name === 'email' ? t(flags.disable_user_edit_email ? 'edit.email_closed' : 'edit.email') : t('edit.locked');
  const shown = value === '' ? undefined : <bdi className={styles.value}>{text({ ...field, value })}</bdi>;
  const href = name !== 'email' ? `#/main/user-profile-update/${profile.id}/${name}` : settings;
  const icon = fieldIcon({ ...field, value });
  if (closed || href === null)
    return (
      <ListRow icon={icon} title={label(field)} sub={shown ?? hint} end={<Icon of={Lock} size="s" label={hint} />} />
    );
  return <ListRow icon={icon} title={label(field)} sub={shown ?? t('edit.add')} href={href} chevron />;
}

/** Whether the viewer may not change a field: the address of a closed deployment, and read-only fields for all but admins (A §5). */
export function useLocked(): (field: ProfileField) => boolean {
  const { flags, isAdmin } = useSession();
  return ({ name, read_only }) =>
    name === 'email' ? flags.disable_user_edit_email : read_only && (!isAdmin || flags.disable_admin_can_edit_profiles);
}
