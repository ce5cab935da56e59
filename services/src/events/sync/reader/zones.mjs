import ICAL from 'ical.js';
import { windowsZones } from './windows-zones.mjs';

/**
 * A time of a file: `wall` is its wall time in ms as if it were UTC.
 *
 * @typedef {{ wall: number, isDate: boolean, isUtc: boolean }} Time
 * @typedef {{ iana: string } | { iana?: undefined, definition: ICAL.Timezone }} Zone
 */

export const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Where the first city of a display name may be. */
const areas = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian', 'US', 'Canada'];
/** Display names of Windows without a city that is a zone. */
const named = {
  'Eastern Time (US & Canada)': 'America/New_York',
  'Central Time (US & Canada)': 'America/Chicago',
  'Mountain Time (US & Canada)': 'America/Denver',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  'Atlantic Time (Canada)': 'America/Halifax',
  'Indiana (East)': 'America/Indiana/Indianapolis',
  'Central America': 'America/Guatemala',
  'West Central Africa': 'Africa/Lagos',
  'International Date Line West': 'Etc/GMT+12',
  'Coordinated Universal Time': 'UTC',
  'Kuwait, Riyadh': 'Asia/Riyadh',
  'Midway Island, Samoa': 'Pacific/Pago_Pago',
};

/** What a calendar file says of time zones; names and definitions are looked up once. */
export class Zones {
  /** @type {Map<string, Zone | undefined>} */
  known = new Map();

  /**
   * @param {string} fallback IANA zone of times without a zone
   * @param {ReadonlyMap<string, import('./lines.mjs').Component>} definitions
   */
  constructor(fallback, definitions) {
    this.fallback = fallback;
    this.definitions = definitions;
  }

  /** The zone of a TZID; undefined for an unknown one. @param {string} tzid @returns {Zone | undefined} */
  find(tzid) {
    if (!this.known.has(tzid)) {
      const iana = zoneOfName(tzid) ?? this.#alias(tzid);
      this.known.set(tzid, iana === undefined ? this.#defined(tzid) : { iana });
    }
    return this.known.get(tzid);
  }

  /** The IANA zone in which an event is shown. @param {string | undefined} tzid */
  ianaOf(tzid) {
    return (tzid === undefined ? undefined : this.find(tzid)?.iana) ?? this.fallback;
  }

  /** The epoch ms of a time. @param {Time} time @param {string | undefined} tzid */
  instant({ wall, isDate, isUtc }, tzid) {
    if (isUtc) return wall;
    const zone = tzid === undefined ? undefined : this.find(tzid);
    if (!zone || isDate || zone.iana !== undefined) return instantIn(this.ianaOf(tzid), wall);
    const time = ICAL.Time.fromJSDate(new Date(wall), true);
    time.zone = zone.definition;
    return time.toUnixTime() * 1000;
  }

  /** The wall time of an instant. @param {number} at @param {string | undefined} tzid */
  wall(at, tzid) {
    return at + offsetIn(this.ianaOf(tzid), at);
  }

  /** A definition may name its zone. */
  #alias(tzid) {
    const lines = this.definitions.get(tzid)?.lines ?? [];
    const names = lines.filter(({ name }) => name === 'X-LIC-LOCATION' || name === 'TZID-ALIAS-OF');
    return names.map(({ value }) => zoneOfName(value)).find(Boolean);
  }

  #defined(tzid) {
    const component = this.definitions.get(tzid);
    if (!component) return undefined;
    try {
      const definition = new ICAL.Timezone(icalOf(component));
      const offset = definition.utcOffset(ICAL.Time.fromJSDate(new Date(0), true));
      return Number.isFinite(offset) ? { definition } : undefined;
    } catch {
      return undefined;
    }
  }
}

function icalOf({ name, lines, parts }) {
  const component = new ICAL.Component(name.toLowerCase());
  for (const line of lines)
    if (!line.name.startsWith('X-')) component.addProperty(ICAL.Property.fromString(`${line.name}:${line.value}`));
  for (const part of parts) component.addSubcomponent(icalOf(part));
  return component;
}

/** The IANA zone that a name means: its own, one of Windows, a prefixed or a display name. @param {string} name */
export function zoneOfName(name) {
  const text = name.trim().replace(/^"|"$/g, '');
  return [text, windowsZones[text], prefixed(text), displayed(text)].find((each) => each !== undefined && isZone(each));
}

/** `/mozilla.org/20050126_1/Europe/Amsterdam` and the like. */
function prefixed(text) {
  const parts = text.split('/');
  if (parts.length < 3 || (parts[0] !== '' && !text.includes('://'))) return undefined;
  return [3, 2, 1].map((count) => parts.slice(-count).join('/')).find(isZone);
}

/** `(UTC+01:00) Amsterdam, Berlin, Bern`: the first city that is a zone with this offset. */
function displayed(text) {
  const [, sign, hours = '0', minutes = '0', names = ''] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2}):?(\d\d))?\)\s*(.+)$/i.exec(text) ?? [];
  if (names === '') return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const cities = names.split(/[,/]/).map((city) => city.trim().replace(/\s+/g, '_'));
  const zones = cities.flatMap((city) => areas.map((area) => `${area}/${city}`));
  // Offsets in display names are those of the winter, which is in July south of the equator.
  const isThere = (zone) => isZone(zone) && [0, 6].some((month) => offsetIn(zone, Date.UTC(2026, month)) === offset);
  return named[names.trim()] ?? zones.find(isThere);
}

const formats = new Map();

function formatIn(zone) {
  let format = formats.get(zone);
  if (!format) {
    /** @type {Intl.DateTimeFormatOptions} */
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' };
    format = new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', { timeZone: zone, ...parts, second: 'numeric' });
    formats.set(zone, format);
  }
  return format;
}

function isZone(name) {
  try {
    return /^[A-Za-z][\w+/-]{1,59}$/.test(name) && formatIn(name) !== undefined;
  } catch {
    return false;
  }
}

function exactOffset(zone, at) {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatIn(zone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const wall = new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return wall - Math.floor(at / 1000) * 1000;
}

const offsets = new Map();

/** The offset of a zone, in ms; that of a week without a change of the clocks is kept. */
function offsetIn(zone, at) {
  const week = Math.floor(at / weekMs);
  const key = `${zone} ${week}`;
  if (!offsets.has(key)) {
    const [begin, end] = [exactOffset(zone, week * weekMs), exactOffset(zone, (week + 1) * weekMs)];
    offsets.set(key, begin === end ? begin : undefined);
  }
  return offsets.get(key) ?? exactOffset(zone, at);
}

/** The instant of a wall time. A time that the clocks skip is an hour later; of a repeated one the first counts. */
function instantIn(zone, wall) {
  const first = wall - offsetIn(zone, wall - dayMs);
  const found = [first, wall - offsetIn(zone, wall + dayMs)].filter((at) => at + offsetIn(zone, at) === wall);
  return found.length > 0 ? Math.min(...found) : first;
}
