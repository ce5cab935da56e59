import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { clientErrorCodes, moduleErrorCodes } from './client-errors.js';
import { errorCatalogue } from './errors.js';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z][A-Z_0-9]+)` \| (?:(\d{3}) \|)?/gm)].map(([, code, status]) => [
  code,
  status,
]);

describe('docs/errors.md', () => {
  it('explains every code of the catalogue with its status, and no others', () => {
    const documented = rows.filter(([, status]) => status).map(([code, status]) => [code, Number(status)]);
    expect(Object.fromEntries(documented)).toEqual(errorCatalogue);
  });

  it('explains every code made by a client or the shell', () => {
    const documented = rows.filter(([, status]) => !status).map(([code]) => code);
    expect(documented.sort()).toEqual([...clientErrorCodes, ...moduleErrorCodes].sort());
  });
});
