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

/** The lucide names a manifest may give its tabs, and each tab's and page's own icon by its id. */
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

/** True when there is a drawing of that name. */
export const hasPageIcon = (name: string): boolean => Object.hasOwn(icons, name);

/** The drawing of a manifest's icon name, or of a page by its id. */
export function pageIcon(name: string | undefined): LucideIcon {
  return icons[name ?? ''] ?? LayoutGrid;
}
