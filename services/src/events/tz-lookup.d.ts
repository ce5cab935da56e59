declare module 'tz-lookup' {
  /** The IANA zone at a position; throws RangeError outside the globe. */
  export default function tzLookup(latitude: number, longitude: number): string;
}
