import { type LucideProps, Users } from 'lucide-react';
import { createElement, forwardRef } from 'react';
import { lazyPart, useLazyPart } from '../lazy/lazy';
import { drawnIcon, type LucideIcon } from '../icon/icon';

const drawings = lazyPart(async () => (await import('./group-icon-drawings')).groupIconDrawings);

/** Loads the drawings of the group icons. The first screen's rows show them, but its scripts do not contain them. */
export const loadGroupIcons = (): Promise<unknown> => drawings.load();

const blank = drawnIcon([]);
const ignore = () => undefined;
const icons = new Map<string, LucideIcon>();

/** Returns the icon of a group; the people icon for an unknown name. It is blank, in its size, until the drawings are loaded. */
export function groupIcon(name: string | undefined): LucideIcon {
  if (!name) return Users;
  const icon = icons.get(name) ?? lazyIcon(name);
  icons.set(name, icon);
  return icon;
}

function lazyIcon(name: string): LucideIcon {
  return forwardRef<SVGSVGElement, LucideProps>(function GroupIcon(props, ref) {
    const [loaded] = useLazyPart(drawings, true, ignore);
    const drawing = loaded && (Object.hasOwn(loaded, name) ? loaded[name]! : Users);
    return createElement(drawing ?? blank, { ...props, ref });
  });
}

/** Returns the colour of a group; asphalt for the everybody group, which has no colour. */
export function toneOfGroup(color: string | undefined): string {
  return color || 'var(--group-15)';
}
