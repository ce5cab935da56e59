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
  click_debounce_local_time: 'the debounce of clicks',
  card_public_key: 'payment by card',
};

/** Finds the flags of missing features in the `flags` of a deployment file. */
export function unavailableIn(flags: unknown): { path: string[]; hint: string }[] {
  return Object.entries(unavailableFlags).flatMap(([name, feature]) => {
    const [place = '', value] = name.split('=');
    const path = place.split('.');
    const actual = path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), flags);
    const isRequested = value === undefined ? actual !== undefined : actual === value;
    return isRequested ? [{ path, hint: `${value ? `'${value}' is ` : ''}not available yet: ${feature}` }] : [];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
