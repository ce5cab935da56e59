import { readItems } from '@paddock/contract/calls/items';
import type { Profile } from '@paddock/contract/calls/people';
import { profileValue } from '@paddock/contract/calls/profiles';
import { profileDefinitions, type ProfileField } from '@paddock/contract/core/profile-fields';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Empty } from '@paddock/ui/state';
import { useMemo, useState } from 'react';
import { valueIn } from '../profile/shown-fields';
import { EditFrame } from './edit-frame';
import { useLocked } from './edit-profile';
import { type Choices, fieldForm, initialOf } from './field-form';
import { useEdited, useFieldLabel } from './use-edited';

/** The page of one profile field (A §5, Profile field update). */
export function EditField({ params: { uid, field: name } }: ScreenProps<'uid' | 'field'>) {
  const t = useText();
  const toast = useToast();
  const label = useFieldLabel();
  const isLocked = useLocked();
  const { flags } = useSession();
  const { id, isOwn, query, save } = useEdited(uid);
  const leave = useBack(`/main/user-profile-update/${id}`);
  const field = profileDefinitions(flags).find((one) => one.name === name && name !== 'email');
  const done = async (value: string | string[]) => {
    await save({ [String(name)]: value });
    toast('edit.saved');
    leave();
  };
  return (
    <EditFrame
      title={field ? label(field) : t('edit.title')}
      back={{ label: t('edit.back_to_fields'), onPress: leave }}
      query={query}
    >
      {(profile) =>
        !field ? (
          <Empty title={t('edit.no_field')} />
        ) : isLocked(field) ? (
          <Empty title={t('edit.locked')} />
        ) : (
          <FieldEditor field={field} profile={profile} isOwn={isOwn} save={done} />
        )
      }
    </EditFrame>
  );
}

interface FieldEditorProps {
  field: ProfileField;
  profile: Profile;
  isOwn: boolean;
  save: (value: string | string[]) => Promise<void>;
}

function FieldEditor({ field, profile, isOwn, save }: FieldEditorProps) {
  const t = useText();
  const toast = useToast();
  const label = useFieldLabel();
  const choices = useChoices(field);
  const { flags } = useSession();
  const [removing, setRemoving] = useState(false);
  const { name } = field;
  const value = valueIn(profile, name);
  const key = JSON.stringify(field);
  const form = useMemo(() => fieldForm(JSON.parse(key) as ProfileField), [key]);
  // A pattern may refuse an empty value of an optional field too (A §5).
  const isRemovable = profileValue(field, flags).safeParse('').success;
  const isPrivate = !(field.public ?? name !== 'phone');
  const help = isPrivate ? t(isOwn ? 'edit.private' : 'edit.private_to_member') : undefined;
  const remove = async () => {
    setRemoving(true);
    await save('').catch(toast.error);
    setRemoving(false);
  };
  return (
    <>
      <DataForm
        key={`${key}${value}`}
        form={form}
        record={`${profile.id}.${name}`}
        context={{ field, label: label(field), help, choices }}
        initial={{ [name]: initialOf(field, value) }}
        onSubmit={(input) => save(input[name] ?? '')}
      />
      {value !== '' && isRemovable && (
        <div>
          <Button variant="danger-outline" pending={removing} onPress={() => void remove()}>
            {t('edit.remove')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The entries of the field's dynamic list. */
function useChoices({ type, subtype = '' }: ProfileField): Choices {
  const query = useCallQuery(readItems, { type: 'dynamic-list', subtype }, { enabled: type === 'dynamic-list' });
  if (query.data) return query.data.items.map(({ title }) => title);
  return query.error ? { error: query.error, isFetching: query.isFetching, refetch: query.refetch } : undefined;
}
