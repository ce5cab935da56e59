/**
 * Flags whose feature does not exist yet, with the feature's name: a group of flags, one flag of a group as `group.flag`, one
 * value of a flag as `flag=value`. A deployment file with one of them is refused. Remove the line when the feature is built.
 */
export const unavailableFlags: Readonly<Record<string, string>> = {
  in_app_subscriptions: 'in-app subscriptions',
  disable_admin_can_edit_profiles: 'editing of profiles by admins',
  distances: 'distances between members',
  miles: 'distances between members',
  'people_tab.long_press': 'a long press on a person',
  links_tab: 'links',
  files_tab: 'the files tab',
  rooms_tab: 'rooms',
  card_public_key: 'payment by card',
};

/** Options of a profile field that the editing of profiles will read; the profile itself reads name, type, label, icon and `public`. */
const laterFieldOptions = [
  ...(['placeholder', 'pattern', 'mandatory', 'maxlength', 'read_only', 'textarea'] as const),
  ...(['options', 'range', 'multiple', 'last_option_is_text', 'subtype'] as const),
];

/** Finds the flags of missing features in the `flags` of a deployment file. */
export function unavailableIn(flags: unknown): { path: string[]; hint: string }[] {
  const found = Object.entries(unavailableFlags).flatMap(([name, feature]) => {
    const [place = '', value] = name.split('=');
    const path = place.split('.');
    const actual = path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), flags);
    const isRequested = value === undefined ? actual !== undefined : actual === value;
    return isRequested ? [{ path, hint: `${value ? `'${value}' is ` : ''}not available yet: ${feature}` }] : [];
  });
  const fields =
    isObject(flags) && Array.isArray(flags['profile_fields']) ? (flags['profile_fields'] as unknown[]) : [];
  const options = fields.flatMap((field, index) =>
    laterFieldOptions
      .filter((option) => isObject(field) && field[option] !== undefined)
      .map((option) => ({
        path: ['profile_fields', String(index), option],
        hint: `not available yet: the editing of profile fields`,
      })),
  );
  return [...found, ...options];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
