import {
  Bird,
  Briefcase,
  Building2,
  CalendarDays,
  Camera,
  CircleGauge,
  ClipboardList,
  Coffee,
  Disc3,
  Factory,
  Flag,
  Footprints,
  Gavel,
  HeartPulse,
  LifeBuoy,
  Megaphone,
  MonitorCog,
  Radio,
  Rocket,
  Scale,
  Search,
  Settings2,
  ShieldCheck,
  ShoppingBasket,
  Soup,
  Sprout,
  Star,
  Truck,
  Users,
  Utensils,
  Waves,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from '../icon/icon';

const icons: Readonly<Record<string, LucideIcon>> = {
  bird: Bird,
  briefcase: Briefcase,
  'building-2': Building2,
  'calendar-days': CalendarDays,
  camera: Camera,
  'circle-gauge': CircleGauge,
  'clipboard-list': ClipboardList,
  coffee: Coffee,
  'disc-3': Disc3,
  factory: Factory,
  flag: Flag,
  footprints: Footprints,
  gavel: Gavel,
  'heart-pulse': HeartPulse,
  'life-buoy': LifeBuoy,
  megaphone: Megaphone,
  'monitor-cog': MonitorCog,
  radio: Radio,
  rocket: Rocket,
  scale: Scale,
  search: Search,
  'settings-2': Settings2,
  'shield-check': ShieldCheck,
  'shopping-basket': ShoppingBasket,
  soup: Soup,
  sprout: Sprout,
  star: Star,
  truck: Truck,
  users: Users,
  utensils: Utensils,
  waves: Waves,
  wrench: Wrench,
};

/** The icons that a group may use, by the name stored in its record. */
export const groupIconNames: readonly string[] = Object.keys(icons);

/** Returns the icon of a group; the people icon for an unknown name. */
export function groupIcon(name: string | undefined): LucideIcon {
  return icons[name ?? ''] ?? Users;
}

/** Returns the colour of a group; asphalt for the everybody group, which has no colour. */
export function toneOfGroup(color: string | undefined): string {
  return color || 'var(--group-15)';
}
