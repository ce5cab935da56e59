import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { callShape, eventShape, storedText } from './call-shapes.mjs';
import { incompatibleChanges } from './incompatible-changes.mjs';

const lap = z.object({
  id: z.string(),
  seconds: z.number(),
  kind: z.enum(['race', 'test']),
  note: z.string().optional(),
});
const input = { id: z.string(), from: z.string().optional(), order: z.enum(['new', 'old']).optional() };
const declared = /** @type {const} */ ({
  method: 'GET',
  path: '/laps/{id}',
  input: z.strictObject(input),
  reply: z.object({ laps: z.array(lap), next: z.string().nullable() }),
});
const contract = (/** @type {any} */ call, version = '1.0.0') => ({
  version,
  calls: { 'laps.list': callShape(call) },
  events: {},
});
const changes = (/** @type {object} */ change, version) =>
  incompatibleChanges(JSON.parse(storedText(contract(declared))), contract({ ...declared, ...change }, version));
const withInput = (change) => ({ input: z.strictObject({ ...input, ...change }) });
const withLap = (shape) => ({ reply: z.object({ laps: z.array(shape), next: z.string().nullable() }) });

describe(incompatibleChanges.name, () => {
  it.each([
    ['no change', {}],
    ['another name of a parameter', { path: '/laps/{lap}', input: z.strictObject(input) }],
    ['a new optional field of the input', withInput({ until: z.string().optional() })],
    ['an input that accepts more', withInput({ from: z.union([z.string(), z.number()]).optional() })],
    ['another value of an input', withInput({ order: z.enum(['new', 'old', 'fast']).optional() })],
    ['another limit', withInput({ from: z.string().max(5).optional() })],
    ['a new field of the reply', withLap(lap.extend({ driver: z.string() }))],
    ['an optional field that is always there now', withLap(lap.extend({ note: z.string() }))],
    ['a new value in a reply', withLap(lap.extend({ kind: z.enum(['race', 'test', 'qualifying']) }))],
    ['a narrower type in a reply', withLap(lap.extend({ seconds: z.int() }))],
  ])('accepts %s', (_, change) => expect(changes(change)).toEqual([]));

  it.each([
    ['another method', { method: 'POST' }, 'laps.list: GET /laps/{} is now POST /laps/{}'],
    ['another path', { path: '/times/{id}' }, 'laps.list: GET /laps/{} is now GET /times/{}'],
    ['a mandatory field', withInput({ until: z.string() }), 'laps.list: input.until became mandatory'],
    ['a field that became mandatory', withInput({ from: z.string() }), 'laps.list: input.from became mandatory'],
    [
      'a field that is gone from the input',
      { input: z.strictObject({ id: z.string(), order: input.order }) },
      'laps.list: input.from is gone',
    ],
    [
      'another type of an input',
      withInput({ from: z.number().optional() }),
      'laps.list: input.from was "string" and is "number"',
    ],
    [
      'a value that is gone from the input',
      withInput({ order: z.enum(['new']).optional() }),
      'laps.list: input.order no longer accepts "old"',
    ],
    [
      'a field that is gone from the reply',
      withLap(lap.omit({ seconds: true })),
      'laps.list: reply.laps[].seconds is not always there any more',
    ],
    [
      'a field of the reply that became optional',
      withLap(lap.extend({ seconds: z.number().optional() })),
      'laps.list: reply.laps[].seconds is not always there any more',
    ],
    [
      'a field of the reply that may be null',
      withLap(lap.extend({ seconds: z.number().nullable() })),
      'laps.list: reply.laps[].seconds was "number" and is "null"',
    ],
  ])('names %s', (_, change, fault) => expect(changes(change)).toEqual([fault]));

  it('names a call that is gone', () =>
    expect(incompatibleChanges(contract(declared), { version: '1.4.0', calls: {}, events: {} })).toEqual([
      'laps.list: the call is gone',
    ]));

  describe('of an event', () => {
    const payload = z.object({ lap: z.string(), driver: z.string().optional() });
    const withEvent = (/** @type {z.ZodType} */ event) => ({
      ...contract(declared),
      events: { lapping: eventShape(event) },
    });
    const eventChanges = (present) => incompatibleChanges(JSON.parse(storedText(withEvent(payload))), present);

    it.each([
      ['no change', payload],
      ['a new field', payload.extend({ seconds: z.number() })],
    ])('accepts %s', (_, event) => expect(eventChanges(withEvent(event))).toEqual([]));

    it.each([
      [
        'a renamed field',
        withEvent(z.object({ round: z.string(), driver: z.string().optional() })),
        'event lapping.lap is not always there any more',
      ],
      [
        'another type',
        withEvent(payload.extend({ lap: z.number() })),
        'event lapping.lap was "string" and is "number"',
      ],
      ['an event that is gone', contract(declared), 'event lapping: the event is gone'],
    ])('names %s', (_, present, fault) => expect(eventChanges(present)).toEqual([fault]));
  });

  it('accepts every change with another major version of the contract', () =>
    expect(changes({ method: 'POST' }, '2.0.0')).toEqual([]));
});
