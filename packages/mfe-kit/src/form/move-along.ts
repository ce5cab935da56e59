/** Moves a wall time or a day by the wall time between two others; unchanged while one of them is empty. */
export function moveAlong(value: string, from: string, to: string): string {
  const [start, before, after] = [value, from, to].map((wall) => Date.parse(wall.length > 10 ? `${wall}Z` : wall));
  const moved = start! + after! - before!;
  return Number.isNaN(moved) ? value : new Date(moved).toISOString().slice(0, value.length);
}
