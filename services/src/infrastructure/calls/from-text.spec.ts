import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fromText } from './from-text.js';

describe(fromText, () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['one value of a list', z.array(z.string()), 'a', ['a']],
    ['repeated values of a list', z.array(z.string()).optional(), ['a', 'b'], ['a', 'b']],
    ['a list as JSON', z.array(z.string()).min(1).default([]), '["a","b"]', ['a', 'b']],
    ['broken JSON', z.array(z.string()), '["a"', '["a"'],
    ['an object as JSON', z.record(z.string(), z.string()), '{"a":"b"}', { a: 'b' }],
    ['a number', z.number().int().default(3), '20', 20],
    ['no number', z.number(), '0x10', '0x10'],
    ['an empty number', z.number(), '', ''],
    ['a switch', z.boolean().optional(), 'false', false],
    ['a text that looks like a number', z.string(), '007', '007'],
    ['a text that looks like JSON', z.string(), '["a"]', '["a"]'],
    ['the source of a transformed value', z.array(z.string()).transform(String), 'a', ['a']],
    ['a repeated text, for its schema to refuse', z.string(), ['a', 'b'], ['a', 'b']],
  ])('reads %s', (_, schema, text, value) => {
    expect(fromText(schema, text)).toEqual(value);
  });
});
