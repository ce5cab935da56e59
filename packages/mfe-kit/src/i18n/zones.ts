import { serverNow } from '../kit/clock';
import { dateFormat } from './date-format';

// In a file of its own, because the first screen's forms need it without the list of zones.
export { defaultZone, deviceZone, useWorkplaceZone } from './workplace-zone';

/** The zones to choose from: first those given, then all others by the name of their place. */
export function zoneOptions(first: readonly string[], locale: string): { id: string; label: string }[] {
  const known = new Set(first);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone) && zone.includes('/'));
  const all = [...others, ...(known.has('UTC') ? [] : ['UTC'])].map((zone) => ({
    id: zone,
    label: zoneLabel(zone, locale),
  }));
  return [
    ...[...known].map((zone) => ({ id: zone, label: zoneLabel(zone, locale) })),
    ...all.sort((a, b) => a.label.localeCompare(b.label, locale)),
  ];
}

/** The place first, so that typing finds it: "Brussels (Europe)"; with the offset at an instant. */
export function zoneLabel(zone: string, locale: string, at = serverNow()): string {
  const [region = '', ...place] = zone.replaceAll('_', ' ').split('/');
  const name = place.length === 0 ? region : `${place.reverse().join(', ')} (${region})`;
  return zone === 'UTC' ? name : `${name} · ${zoneName(zone, { locale, at, style: 'shortOffset' })}`;
}

interface ZoneNameOptions {
  locale: string;
  at: string | number;
  style: 'longGeneric' | 'short' | 'shortOffset';
}

/** A zone's name at an instant: "Central European Time" (`longGeneric`), "CEST" or "GMT+2" (`short`), always "GMT+2" (`shortOffset`). */
export function zoneName(zone: string, { locale, at, style }: ZoneNameOptions): string {
  const settings = { timeZone: zone, timeZoneName: style };
  // The list of all zones is read once: kept formatters would take megabytes.
  const format = style === 'shortOffset' ? new Intl.DateTimeFormat(locale, settings) : dateFormat(locale, settings);
  const parts = format.formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
