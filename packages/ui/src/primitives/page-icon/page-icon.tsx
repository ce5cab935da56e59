import {
  CalendarDays,
  CircleUser,
  DoorOpen,
  Folder,
  Globe,
  House,
  LayoutGrid,
  Link,
  Megaphone,
  MessageCircle,
  Pin,
  Settings,
  Tag,
  Users,
  Wallet,
} from 'lucide-react';
import type { LucideIcon } from '../icon/icon';

/** Icons by the lucide names that manifests may use, and by tab and page id. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'calendar-days': CalendarDays,
  'circle-user': CircleUser,
  'door-open': DoorOpen,
  folder: Folder,
  globe: Globe,
  house: House,
  link: Link,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  pin: Pin,
  tag: Tag,
  users: Users,
  wallet: Wallet,
  chats: MessageCircle,
  shouts: Megaphone,
  people: Users,
  events: CalendarDays,
  notices: Pin,
  classifieds: Tag,
  links: Link,
  webview: Globe,
  home: House,
  files: Folder,
  rooms: DoorOpen,
  dues: Wallet,
  profile: CircleUser,
  settings: Settings,
};

/** Returns true when an icon of that name exists. */
export const hasPageIcon = (name: string): boolean => Object.hasOwn(icons, name);

/** Returns the icon for a name from a manifest or for a page id. */
export function pageIcon(name: string | undefined): LucideIcon {
  return icons[name ?? ''] ?? LayoutGrid;
}
