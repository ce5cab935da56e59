import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { sampleReply } from '../../../test/sample-reply.js';
import { allCalls } from './all-calls.js';
import { replyRenderer } from './reply-renderer.js';

describe(replyRenderer, () => {
  it.each(allCalls.map(({ name, reply }) => [name, reply] as const))(
    'renders the declared fields of %s, and no others',
    (_, reply) => {
      const render = replyRenderer(reply);
      for (const variant of [0, 1, 2]) {
        const sample = sampleReply(reply, variant);
        const text = render(sample);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(reply.parse(sample))));
        expect(text).not.toContain('never_declared');
      }
    },
  );

  it('drops undeclared fields of each kind of record', () => {
    const named = z.object({ name: z.string().min(2) });
    const reply = z.object({
      one: named.optional(),
      list: z.array(named),
      either: z.union([z.object({ kind: z.literal('a'), a: named }), z.object({ kind: z.literal('b'), b: named })]),
      by: z.record(z.string(), named),
      none: named.nullable(),
    });
    const leaky = { name: 'Ann', password: 'secret' };
    const render = replyRenderer(reply);
    const value = {
      one: leaky,
      list: [leaky],
      either: { kind: 'b', b: leaky, a: 1 },
      by: { x: leaky },
      none: null,
      secret: 1,
    };
    expect(JSON.parse(render(value))).toEqual({
      one: { name: 'Ann' },
      list: [{ name: 'Ann' }],
      either: { kind: 'b', b: { name: 'Ann' } },
      by: { x: { name: 'Ann' } },
      none: null,
    });
  });

  it('throws for a reply without a required field', () => {
    expect(() => replyRenderer(z.object({ id: z.string() }))({})).toThrow('id');
  });
});
