import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['PROOFS_TO'];

/** The number of cases of a proof: few in `npm test`, many in `npm run bench -- proofs`. */
export const times = (few: number, many: number): number => (folder === undefined ? few : many);

/** Reports a proof's result to the bench. */
export function report(what: string, figures: Record<string, number>): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${what.replace(/\W+/g, '-')}.json`), JSON.stringify({ what, figures }));
}
