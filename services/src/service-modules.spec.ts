import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceFolders } from './service-modules.js';

describe(serviceFolders, () => {
  it('has the names that the how-to of deployment lists for SERVICES', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/deploy.md'), 'utf8');
    const list = /name their services in `SERVICES`: ([^.]+)\./.exec(page)?.[1];
    expect(list?.split(/,\s+/)).toEqual([...serviceFolders().keys()].sort());
  });
});
