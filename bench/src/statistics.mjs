/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * The value that the given share of the values does not exceed.
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/**
 * The median of each column over several runs.
 * @param {readonly Record<string, number>[]} runs
 * @returns {Record<string, number>}
 */
export function medians(runs) {
  return Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [name, rounded(median(runs.map((run) => run[name] ?? NaN)))]),
  );
}

/** @param {number} value */
export const rounded = (value) => Number(value.toPrecision(4));

/**
 * Adds the names of the columns that miss their target.
 * @param {import('./suites.mjs').Row} row
 * @returns {import('./suites.mjs').Row}
 */
export function withMissed(row) {
  const missed = Object.entries(row.targets ?? {}).flatMap(([name, { min = -Infinity, max = Infinity }]) =>
    isWithin(row.metrics[name] ?? NaN, min, max) ? [] : [name],
  );
  return { ...row, missed };
}

const isWithin = (value, min, max) => value >= min && value <= max;
