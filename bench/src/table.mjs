/**
 * The rows of a suite as text. Metrics with a target show it, and a star if they miss it.
 * @param {string} name
 * @param {import('./suites.mjs').SuiteResult & { machine: ReturnType<typeof import('./machine.mjs').machine>, runs: number }} report
 */
export function tableOf(name, { about, rows, machine, runs }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys({ ...row.texts, ...row.metrics })))];
  const cell = (row, column) => {
    if (row.texts?.[column] !== undefined) return row.texts[column];
    if (row.metrics[column] === undefined) return '';
    const { min, max } = row.targets?.[column] ?? {};
    const target = min !== undefined ? ` (≥ ${min})` : max !== undefined ? ` (≤ ${max})` : '';
    return `${row.metrics[column]}${target}${row.missed?.includes(column) ? ' *' : ''}`;
  };
  /** @type {string[][]} */
  const lines = [['', ...columns], ...rows.map((row) => [row.what, ...columns.map((column) => cell(row, column))])];
  const widthOf = (index) => Math.max(...lines.map((line) => line[index]?.length ?? 0));
  const text = lines.map((line) =>
    line
      .map((one, index) => one.padEnd(widthOf(index)))
      .join('  ')
      .trimEnd(),
  );
  const head = `${name}: ${about}`;
  const where = `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load ${machine.load_1m}; medians of ${runs}; * misses its target`;
  return [head, where, '', ...text].join('\n');
}
