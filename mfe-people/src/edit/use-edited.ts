import { readClosest, readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { replaceProfileImage, updateProfile } from '@paddock/contract/calls/profiles';
import { type ProfileField, standardProfileFields } from '@paddock/contract/core/profile-fields';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { labelIn } from '../profile/shown-fields';

/** Fields that the own record has beside its `fields`; another field may have the name of another part of the record. */
const partsOfRecord: readonly string[] = [...standardProfileFields, 'custom_field_0'];

/** The profile that a page edits, by the id in its address or the member's own, and its changes. */
export function useEdited(uid: string | undefined) {
  const { api } = useKit();
  const cache = useCallCache();
  const { user, updateUser } = useSession();
  const id = uid ?? user?.id ?? '';
  const isOwn = id === user?.id;
  const query = useCallQuery(readProfile, { id }, { staleTime: 0 });
  const read = () =>
    Promise.all([readProfile, readPeople, readClosest, searchPeople].map((call) => cache.refresh(call)));
  return {
    id,
    isOwn,
    query,
    async save(fields: Record<string, string | string[]>) {
      const { fields: stored, ...card } = await api.call(updateProfile, { id, fields });
      const parts = Object.fromEntries(Object.entries(stored).filter(([name]) => partsOfRecord.includes(name)));
      if (isOwn && user) updateUser({ ...user, ...card, ...parts, fields: { ...user.fields, ...stored } });
      await read();
    },
    async replacePicture(file: File) {
      const { thumb_path } = await api.call(replaceProfileImage, { id }, { file });
      if (isOwn && user) updateUser({ ...user, profile_image: thumb_path });
      await read();
    },
  };
}

/** The label of a field: the deployment's, else the module's. */
export function useFieldLabel(): (field: Pick<ProfileField, 'name' | 'label'>) => string {
  const t = useText();
  return (field) => labelIn(field) ?? t(`fields.${field.name}`);
}
