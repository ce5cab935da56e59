const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pair = String.raw`${number}\s*(?:,|\s|%2C|%20)\s*${number}`;
/** A pair alone, and how maps write it in their links, the marker before the middle of the map. */
const forms = [
  new RegExp(`^${pair}$`, 'i'),
  new RegExp(`^geo:${pair}`, 'i'),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`, 'i'),
  new RegExp(`!3d${number}!4d${number}`, 'i'),
  new RegExp(`[?&](?:q|query|ll|sll|center|destination)=(?:loc:)?${pair}`, 'i'),
  new RegExp(String.raw`#map=\d+(?:\.\d+)?/${number}/${number}`, 'i'),
  new RegExp(`@${pair}`, 'i'),
];

/** [lon, lat] of a position as text or of a link of a map; undefined if there is none. */
export function positionOf(text: string): [lon: number, lat: number] | undefined {
  for (const form of forms) {
    const [, lat, lon] = form.exec(text.trim()) ?? [];
    if (lat === undefined || lon === undefined) continue;
    if (Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180) return [Number(lon), Number(lat)];
  }
  return undefined;
}

/** A position as the form shows it. */
export const positionText = ([lon, lat]: readonly [number, number]) => `${lat}, ${lon}`;
