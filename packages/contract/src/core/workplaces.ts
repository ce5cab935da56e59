import type { Deployment } from './deployment.js';
import type { Flags } from './flags.js';

/** The part of a deployment that says where its members may be. */
export interface Places {
  readonly flags: Pick<Flags, 'workplaces_enabled'>;
  readonly workplaces: readonly Pick<Deployment['workplaces'][number], 'id' | 'title'>[];
}
/** The part of a member's record that says where they may be. */
export interface MemberPlaces {
  readonly admin: boolean;
  readonly workplaces: readonly string[];
}

/** The ids of all places of a deployment: the default one (`''`), then its workplaces where they are enabled. */
export const placesOf = ({ flags, workplaces }: Places): string[] => [
  '',
  ...(flags.workplaces_enabled ? workplaces.map(({ id }) => id) : []),
];

/** The deployment's workplaces that list this member, by title; none where workplaces are off. Ids of former workplaces do not count. */
export function workplacesOf<P extends Places>(
  user: Pick<MemberPlaces, 'workplaces'>,
  places: P,
): P['workplaces'][number][] {
  if (!places.flags.workplaces_enabled) return [];
  return places.workplaces
    .filter(({ id }) => user.workplaces.includes(id))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** The time zone of what has none of its own: the workplace's, else the deployment's (decisions, Names). */
export function zoneOfWorkplace(
  { flags, workplaces }: { flags: Pick<Flags, 'time_zone'>; workplaces: readonly Zoned[] },
  workplace: string,
): string {
  return workplaces.find(({ id }) => id === workplace)?.time_zone ?? flags.time_zone;
}
type Zoned = Pick<Deployment['workplaces'][number], 'id' | 'time_zone'>;

/**
 * Whether a member may be in a workplace. Where workplaces are enabled, the default one (`''`) is for super admins and for members
 * without a workplace; super admins may be in every workplace (decisions, Workplaces). Where they are off, it is the only place.
 */
export function belongsTo(user: MemberPlaces, workplace: string, places: Places): boolean {
  if (!places.flags.workplaces_enabled) return workplace === '';
  if (workplace === '') return user.admin || workplacesOf(user, places).length === 0;
  const exists = places.workplaces.some(({ id }) => id === workplace);
  return exists && (user.admin || user.workplaces.includes(workplace));
}

/**
 * The workplace that a member is in: the wished one if it is theirs, else the first by title; the default one for super admins and
 * for members without a workplace.
 *
 * @param wish '' or undefined without a wish
 */
export function workplaceOf(user: MemberPlaces, wish: string | undefined, places: Places): string {
  if (wish && belongsTo(user, wish, places)) return wish;
  return user.admin ? '' : (workplacesOf(user, places)[0]?.id ?? '');
}
