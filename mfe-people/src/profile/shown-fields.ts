import type { Profile } from '@paddock/contract/calls/people';
import { profileDefinitions, standardProfileFields, type ProfileField } from '@paddock/contract/core/profile-fields';
import { contactHref } from '@paddock/contract/core/text-links';

/** A filled-in profile field. */
export interface ShownField {
  name: string;
  type: ProfileField['type'];
  value: string;
  /** The deployment's label; the module's own when absent. */
  label?: string | undefined;
  /** A lucide name. */
  icon?: string | undefined;
}

const standardFields: readonly string[] = standardProfileFields;
/** Shown above the other fields. */
const inHead: readonly string[] = ['fullname', 'username', 'description', 'job', 'tags'];

/** The value of a field that the viewer may see; '' for none. */
export function valueIn(profile: Profile, name: string): string {
  const own = standardFields.includes(name) ? profile[name as keyof Profile] : profile.fields[name];
  return typeof own === 'string' ? own : '';
}

/** The deployment's label of a field; undefined for a standard field, whose label the module has. */
export const labelIn = ({ name, label }: Pick<ProfileField, 'name' | 'label'>): string | undefined =>
  label ?? (standardFields.includes(name) ? undefined : name);

/** The filled-in fields of a profile: the common ones, then the deployment's own, in its order. */
export function shownFields(profile: Profile, flags: Parameters<typeof profileDefinitions>[0]): ShownField[] {
  return profileDefinitions(flags)
    .filter(({ name }) => !inHead.includes(name) && valueIn(profile, name) !== '')
    .map((field) => {
      const { name, type, icon } = field;
      return { name, type, icon, label: labelIn(field), value: valueIn(profile, name) };
    });
}

/** The link of a value. Members write the values, so only http(s) URLs become web links. */
export function fieldHref({ type, value }: Pick<ShownField, 'type' | 'value'>): string | undefined {
  if (type === 'email' || type === 'tel' || type === 'map') return contactHref(type, value);
  return type === 'url' && /^https?:\/\/[^\s]+$/i.test(value) ? value : undefined;
}
