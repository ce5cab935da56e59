import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** The size after the last reduction plus about 4 % for fixes. */
const LIMIT = 5400;

it('the package stays small enough to be read in an afternoon', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const lines = files
    .flatMap((name) => readFileSync(join(SOURCE, name), 'utf8').split('\n'))
    // Blank lines and comments do not count.
    .filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;
  expect(files.length).toBeGreaterThan(30);
  if (lines > LIMIT) {
    throw new Error(
      `embedded-mongo has ${lines} lines of code; the limit is ${LIMIT}, so that one person can know the ` +
        `whole package. Before adding a feature, remove (and reject) an unused one, or shorten the code.`,
    );
  }
});
