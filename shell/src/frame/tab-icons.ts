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
};

export const tabIcon = (name: string | undefined): LucideIcon => icons[name ?? ''] ?? LayoutGrid;
