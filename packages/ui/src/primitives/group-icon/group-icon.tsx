import { type LucideProps, Users } from 'lucide-react';
import { createElement, forwardRef } from 'react';
import { lazyPart, useLazyPart } from '../../overlays/lazy/lazy';
import { drawnIcon, type LucideIcon } from '../icon/icon';

const names = [
  'bird',
  'briefcase',
  'building-2',
  'calendar-days',
  'camera',
  'circle-gauge',
  'clipboard-list',
  'coffee',
  'disc-3',
  'factory',
  'flag',
  'footprints',
  'gavel',
  'heart-pulse',
  'life-buoy',
  'megaphone',
  'monitor-cog',
  'radio',
  'rocket',
  'scale',
  'search',
  'settings-2',
  'shield-check',
  'shopping-basket',
  'soup',
  'sprout',
  'star',
  'truck',
  'users',
  'utensils',
  'waves',
  'wrench',
] as const;
type GroupIconName = (typeof names)[number];

/** The icons that a group may use, by the name stored in its record. */
export const groupIconNames: readonly string[] = names;

const drawings = lazyPart<Readonly<Record<GroupIconName, LucideIcon>>>(
  async () => (await import('./group-icon-drawings')).groupIconDrawings,
);
/** Loads the drawings: they are no part of the first screen's scripts, but its rows show them. */
export const loadGroupIcons = (): Promise<unknown> => drawings.load();

const blank = drawnIcon([]);
const ignore = () => undefined;
const icons = new Map(names.map((name) => [name as string, lazyIcon(name)]));

/** Draws nothing, in the icon's size, until the drawings are loaded. */
function lazyIcon(name: GroupIconName): LucideIcon {
  return forwardRef<SVGSVGElement, LucideProps>(function GroupIcon(props, ref) {
    const [drawn] = useLazyPart(drawings, true, ignore);
    return createElement(drawn?.[name] ?? blank, { ...props, ref });
  });
}

/** Returns the icon of a group; the people icon for an unknown name. */
export function groupIcon(name: string | undefined): LucideIcon {
  return icons.get(name ?? '') ?? Users;
}

/** Returns the colour of a group; asphalt for the everybody group, which has no colour. */
export function toneOfGroup(color: string | undefined): string {
  return color || 'var(--group-15)';
}
