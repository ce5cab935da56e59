import {
  BookOpen,
  Bus,
  CloudSunRain,
  ExternalLink,
  FileText,
  Gauge,
  Handshake,
  Headset,
  Hotel,
  Image,
  Lightbulb,
  Mail,
  Map,
  Phone,
  Stethoscope,
  Ticket,
  Timer,
  Trophy,
} from 'lucide-react';
import { groupIconDrawings } from '../group-icon/group-icon-drawings';
import type { LucideIcon } from '../icon/icon';
import { hasPageIcon, pageIcon } from '../page-icon/page-icon';

const icons: Readonly<Record<string, LucideIcon>> = {
  'book-open': BookOpen,
  bus: Bus,
  'cloud-sun-rain': CloudSunRain,
  'external-link': ExternalLink,
  'file-text': FileText,
  gauge: Gauge,
  handshake: Handshake,
  headset: Headset,
  hotel: Hotel,
  image: Image,
  lightbulb: Lightbulb,
  mail: Mail,
  map: Map,
  phone: Phone,
  stethoscope: Stethoscope,
  ticket: Ticket,
  timer: Timer,
  trophy: Trophy,
};

/**
 * Returns the icon with the name that a deployment gives: one of these, of the tabs or of the groups. For an unknown name it
 * returns the icon of the target page.
 */
export function configuredIcon(name: string, page: string | undefined): LucideIcon {
  for (const set of [icons, groupIconDrawings]) if (Object.hasOwn(set, name)) return set[name]!;
  return pageIcon(hasPageIcon(name) ? name : page);
}
