import type { Flags } from '@paddock/contract/core/flags';
import type { Profile } from '@paddock/contract/calls/people';

type Definition = Flags['profile_fields'][number];

/** A filled-in profile field. */
export interface ShownField {
  name: string;
  type: Definition['type'];
  value: string;
  /** The deployment's label; the module's own when absent. */
  label?: string | undefined;
  /** A lucide name. */
  icon?: string | undefined;
}

/** Fields of every profile; the deployment may override label and icon. */
const own: readonly (readonly [name: 'company' | 'user_type' | 'email' | 'phone' | 'url', type: Definition['type']])[] =
  [
    ['company', 'text'],
    ['user_type', 'text'],
    ['email', 'email'],
    ['phone', 'tel'],
    ['url', 'url'],
  ];

/** The filled-in fields of a profile: the common ones, then the deployment's own, in its order. */
export function shownFields(profile: Profile, definitions: readonly Definition[]): ShownField[] {
  const common = own.map(([name, type]) => {
    const defined = definitions.find((definition) => definition.name === name);
    return { name, type, value: profile[name], label: defined?.label, icon: defined?.icon };
  });
  const further = definitions
    .filter(({ name }) => name in profile.fields)
    .map(({ name, type, label, icon }) => ({ name, type, value: profile.fields[name], label: label ?? name, icon }));
  return [...common, ...further].flatMap(({ value, ...field }) => (value ? [{ ...field, value }] : []));
}

/** The link of a value. Members write the values, so only http(s) URLs become web links. */
export function fieldHref({ type, value }: Pick<ShownField, 'type' | 'value'>): string | undefined {
  switch (type) {
    case 'email':
      return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
    case 'tel':
      return `tel:${value.replaceAll(/[^\d+*#]/g, '')}`;
    case 'map':
      return `https://www.openstreetmap.org/search?query=${encodeURIComponent(value)}`;
    case 'url':
      return /^https?:\/\/[^\s]+$/i.test(value) ? value : undefined;
    default:
      return undefined;
  }
}
