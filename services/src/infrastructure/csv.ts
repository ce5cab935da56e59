/** A cell that begins like this is a formula to spreadsheets. */
const formula = /^[=+\-@\t\r]/;
/** A negative sum is no formula. */
const number = /^-\d+(\.\d+)?$/;

/** Rows as CSV (RFC 4180) that spreadsheets read as UTF-8; no cell runs as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    `"${(formula.test(text) && !number.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
