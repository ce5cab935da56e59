import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['PROOFS_TO'];

/** Whether the proofs run at the length of `npm run bench -- embedded-mongo-proofs`. */
const isLong = folder !== undefined;

/** The number of runs: few in `npm test`, many in the bench. */
export const times = (few: number, many: number): number => (isLong ? many : few);

/** Reports a proof's result to the bench. */
export function report(what: string, figures: Record<string, number>): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${what.replace(/\W+/g, '-')}.json`), JSON.stringify({ what, figures }));
}
