/**
 * The rows of a suite as text: a star and the aim stand behind a figure that misses it.
 * @param {string} name
 * @param {import('./suites.mjs').SuiteResult & { machine: ReturnType<typeof import('./machine.mjs').machine>, runs: number }} report
 */
export function tableOf(name, { about, rows, machine, runs }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const cell = (row, column) => {
    if (row.figures[column] === undefined) return '';
    const { least, most } = row.aims?.[column] ?? {};
    const aim = least !== undefined ? ` (≥ ${least})` : most !== undefined ? ` (≤ ${most})` : '';
    return `${row.figures[column]}${aim}${row.missed?.includes(column) ? ' *' : ''}`;
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
  const where = `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load ${machine.load_1m}; medians of ${runs}; * misses its aim`;
  return [head, where, '', ...text].join('\n');
}
