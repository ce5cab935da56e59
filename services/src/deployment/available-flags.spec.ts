import { describe, expect, it } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { unavailableFlags, unavailableIn } from '@paddock/contract/core/unavailable-flags';
import { join } from 'node:path';
import type { z } from 'zod';
import { flagReads } from '../../test/flag-reads.js';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
const shapeOf = (schema: z.core.$ZodType): Shape => {
  const { innerType, shape = {} } = schema._zod.def as { innerType?: z.core.$ZodType; shape?: Shape };
  return innerType ? shapeOf(innerType) : shape;
};
const valuesOf = (schema: z.core.$ZodType): string[] => {
  const { innerType, entries = {} } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    entries?: Readonly<Record<string, string>>;
  };
  return innerType ? valuesOf(innerType) : Object.values(entries);
};

const own = shapeOf(flags);
/** A group of flags has a default for each; other object flags are read as a whole. */
const groups = new Set(Object.keys(own).filter((name) => name.endsWith('_tab')));
/** Every flag with its schema; flags of a group as `group.flag`. */
const all = new Map(
  Object.entries(own).flatMap(([name, schema]) =>
    groups.has(name)
      ? Object.entries(shapeOf(schema)).map(([inner, of]) => [`${name}.${inner}`, of] as const)
      : [[name, schema] as const],
  ),
);
const isUnavailable = (name: string) => name in unavailableFlags || name.split('.', 1)[0]! in unavailableFlags;
/** A flag with a single available value has no effect. */
const hasOneValue = (name: string) => {
  const values = valuesOf(all.get(name)!);
  return values.length > 1 && values.filter((value) => !(`${name}=${value}` in unavailableFlags)).length === 1;
};
const reads = flagReads(join(import.meta.dirname, '../../..'), groups);

describe('every flag', () => {
  it('that is available is read by the product', () => {
    const unread = [...all.keys()].filter((name) => !isUnavailable(name) && !hasOneValue(name) && !reads.has(name));
    expect(unread).toEqual([]);
  });

  it('that the product reads is available', () => {
    expect([...all.keys()].filter((name) => reads.has(name) && (isUnavailable(name) || hasOneValue(name)))).toEqual([]);
  });

  it('that is listed as unavailable exists, and each of the listed values', () => {
    const unknown = Object.keys(unavailableFlags).filter((listed) => {
      const [name = '', value] = listed.split('=');
      if (value !== undefined) return !all.has(name) || !valuesOf(all.get(name)!).includes(value);
      return !all.has(name) && !groups.has(name);
    });
    expect(unknown).toEqual([]);
  });
});

describe(unavailableIn, () => {
  it.each([
    [{ miles: true }, 'miles', 'not available yet: distances between members'],
    [{ rooms_tab: { rows: [] } }, 'rooms_tab', 'not available yet: rooms'],
    [{ people_tab: { long_press: true } }, 'people_tab.long_press', 'not available yet: a long press on a person'],
  ])('names the feature that %j requires', (given, path, hint) => {
    expect(unavailableIn(given).map((found) => [found.path.join('.'), found.hint])).toEqual([[path, hint]]);
  });

  it('names each option of a profile field that nothing reads yet', () => {
    const phone = { name: 'phone', type: 'tel', label: 'Phone', icon: 'phone', public: false };
    const team = { name: 'team', type: 'dropdown', options: ['A', 'B'], mandatory: true };
    const hint = 'not available yet: the editing of profile fields';
    expect(unavailableIn({ profile_fields: [phone, team] })).toEqual([
      { path: ['profile_fields', '1', 'mandatory'], hint },
      { path: ['profile_fields', '1', 'options'], hint },
    ]);
  });

  it('finds nothing in available flags and in a value that is no object', () => {
    expect(unavailableIn({ disable_likes: true, events_tab: { view: 'list', months_after: 3 } })).toEqual([]);
    expect([unavailableIn(undefined), unavailableIn({ events_tab: 'month' })]).toEqual([[], []]);
  });
});
