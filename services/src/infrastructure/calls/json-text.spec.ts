import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { JsonText } from './json-text.js';

const row = z.object({ id: z.string(), count: z.number().optional() });
const text = (id: string) => JsonText.checked(row, { id });
const yes = JsonText.checked(z.boolean(), true);

describe(JsonText, () => {
  it('drops fields that its schema does not declare', () => {
    const secret = { id: 'a', hash: 's3cret' };
    expect(JsonText.checked(row, secret).text).toBe('{"id":"a"}');
    expect(() => JsonText.checked(row, { id: 7 as never })).toThrow();
  });

  it('composes texts as JSON.stringify would', () => {
    const odd = 'quote " backslash \\ line \n nul \u0000 lone \ud800 ] } é🏁 </script>';
    const value = JsonText.record({
      list: JsonText.list([text(odd), text('b')]),
      none: JsonText.list<never>([]),
      left: undefined as JsonText<boolean> | undefined,
      both: JsonText.extended(text('c'), { left: undefined as JsonText<boolean> | undefined, yes }),
      nothing: JsonText.record({}),
    });
    const plain = { list: [{ id: odd }, { id: 'b' }], none: [], both: { id: 'c', yes: true }, nothing: {} };
    expect(value.text).toBe(JSON.stringify(plain));
  });

  it('keeps the types of its parts', () => {
    const wants = (_value: JsonText<{ rows: { id: string }[]; yes?: boolean }>) => undefined;
    const rows = JsonText.list([text('a')]);
    wants(JsonText.record({ rows, yes: yes }));
    wants(JsonText.record({ rows }));
    wants(JsonText.extended(JsonText.record({ rows }), { yes }));
    // @ts-expect-error a missing field
    wants(JsonText.record({ yes }));
    // @ts-expect-error an added field of another type
    wants(JsonText.extended(JsonText.record({ rows }), { yes: text('a') }));
    // @ts-expect-error a field of another type
    wants(JsonText.record({ rows, yes: text('a') }));
    // @ts-expect-error plain values are unchecked
    wants({ rows: [{ id: 'a' }] });
    expect(rows.text).toBe('[{"id":"a"}]');
  });
});
