/** The id of a copy of a recurring event: '_' and its place, to the minute, appended (specification B §3): `…_20260329T0130Z`. */
export function copyId(event: string, place: Date | number): string {
  return `${event}_${new Date(place).toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`;
}
