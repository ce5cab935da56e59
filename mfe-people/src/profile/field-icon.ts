import type { LucideIcon } from '@paddock/ui/icon';
import {
  BadgeCheck,
  Briefcase,
  Building2,
  CalendarDays,
  Globe,
  IdCard,
  Languages,
  List,
  Mail,
  MapPin,
  Phone,
  Star,
  Tag,
  Text,
} from 'lucide-react';
import type { ShownField } from './shown-fields';

/** The lucide names allowed in `profile_fields`. */
const named: Readonly<Record<string, LucideIcon>> = {
  'badge-check': BadgeCheck,
  briefcase: Briefcase,
  'building-2': Building2,
  'calendar-days': CalendarDays,
  globe: Globe,
  'id-card': IdCard,
  languages: Languages,
  mail: Mail,
  'map-pin': MapPin,
  phone: Phone,
  star: Star,
  tag: Tag,
};
const byName: Readonly<Record<string, LucideIcon>> = { company: Building2, user_type: IdCard };
const byType: Readonly<Record<ShownField['type'], LucideIcon>> = {
  text: Text,
  url: Globe,
  tel: Phone,
  map: MapPin,
  date: CalendarDays,
  email: Mail,
  dropdown: List,
  'dynamic-list': List,
};

/** The deployment's icon, else the field's default, else the type's default. */
export function fieldIcon({ name, type, icon }: ShownField): LucideIcon {
  return named[icon ?? ''] ?? byName[name] ?? byType[type];
}
