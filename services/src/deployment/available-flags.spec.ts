import { expect, it } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { join } from 'node:path';
import type { z } from 'zod';
import { flagReads } from '../../test/flag-reads.js';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
const shapeOf = (schema: z.core.$ZodType): Shape => {
  const { innerType, shape = {} } = schema._zod.def as { innerType?: z.core.$ZodType; shape?: Shape };
  return innerType ? shapeOf(innerType) : shape;
};
const own = shapeOf(flags);
/** A group of flags has a default for each; other object flags are read as a whole. */
const groups = new Set(Object.keys(own).filter((name) => name.endsWith('_tab')));
/** Every flag; flags of a group as `group.flag`. */
const all = Object.entries(own).flatMap(([name, schema]) =>
  groups.has(name) ? Object.keys(shapeOf(schema)).map((inner) => `${name}.${inner}`) : [name],
);

it('reads every flag somewhere in the product', () => {
  const reads = flagReads(join(import.meta.dirname, '../../..'), groups);
  expect(all.filter((name) => !reads.has(name))).toEqual([]);
});
