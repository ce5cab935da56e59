/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * The value that this share of the values does not exceed.
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/**
 * The median of each column over some runs.
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
 * Names the columns whose figure misses its aim.
 * @param {import('./suites.mjs').Row} row
 * @returns {import('./suites.mjs').Row}
 */
export function judged(row) {
  const missed = Object.entries(row.aims ?? {}).flatMap(([name, { least = -Infinity, most = Infinity }]) =>
    isWithin(row.figures[name] ?? NaN, least, most) ? [] : [name],
  );
  return { ...row, missed };
}

const isWithin = (value, least, most) => value >= least && value <= most;
