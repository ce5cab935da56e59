import type { LucideIcon } from '@paddock/ui/icon';
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
  Tag,
  Users,
  Wallet,
} from 'lucide-react';

/** The lucide names a manifest may give its tabs: the frame stands before any module is loaded, so it holds the drawings. */
const icons: Record<string, LucideIcon> = {
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
  // A tab that no deployed module declares goes by its id.
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
};

/** The drawing of a manifest's icon name, or of a tab's id. */
export const tabIcon = (name: string | undefined): LucideIcon => icons[name ?? ''] ?? LayoutGrid;
