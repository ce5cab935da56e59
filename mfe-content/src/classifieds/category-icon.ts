import { configuredIcon } from '@paddock/ui/configured-icon';
import type { LucideIcon } from '@paddock/ui/icon';
import {
  Armchair,
  BedDouble,
  Bike,
  Camera,
  Car,
  CircleDot,
  Cog,
  HandHelping,
  HardHat,
  Laptop,
  PackageSearch,
  Radio,
  Shirt,
  Sprout,
  Wrench,
} from 'lucide-react';

/** Icons of categories beside those that every page may name. */
const icons: Readonly<Record<string, LucideIcon>> = {
  armchair: Armchair,
  'bed-double': BedDouble,
  bike: Bike,
  camera: Camera,
  car: Car,
  'circle-dot': CircleDot,
  cog: Cog,
  'hand-helping': HandHelping,
  'hard-hat': HardHat,
  laptop: Laptop,
  'package-search': PackageSearch,
  radio: Radio,
  shirt: Shirt,
  sprout: Sprout,
  wrench: Wrench,
};

/** The icon with the name that the deployment gives; for an unknown one the tab's own. */
export const categoryIcon = (name: string): LucideIcon =>
  Object.hasOwn(icons, name) ? icons[name]! : configuredIcon(name, 'classifieds');
