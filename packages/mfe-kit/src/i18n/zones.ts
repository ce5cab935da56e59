import { serverNow } from '../kit/clock';

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

/** The place first, so that typing finds it: "Brussels (Europe)". */
function zoneLabel(zone: string, locale: string): string {
  const [region = '', ...place] = zone.replaceAll('_', ' ').split('/');
  const name = place.length === 0 ? region : `${place.reverse().join(', ')} (${region})`;
  const offset = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(serverNow()))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || zone === 'UTC' ? name : `${name} · ${offset}`;
}

/** The zone of new events: the workplace's, else the deployment's, else the device's. */
export function defaultZone(workplace: string | undefined, deployment: string): string {
  if (workplace !== undefined) return workplace;
  return deployment === 'UTC' ? deviceZone() : deployment;
}

export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
