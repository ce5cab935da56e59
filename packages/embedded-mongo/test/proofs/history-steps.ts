import fc from 'fast-check';
import type { Doc } from '../../src/values/bson.js';
import { direction, type Indexes, PATHS, queriesFor, scalar } from './arbitraries.js';

/** A command; its first field takes the collection's name. */
type Command = Doc;

/** One step of a history: a command on its own, or several in a transaction. */
export type HistoryStep =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'transaction'; readonly commands: readonly Command[]; readonly commit: boolean };

const LONG = 'x'.repeat(2500);
const path = fc.constantFrom(...PATHS);
const any = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.constantFrom<unknown>(LONG, `${LONG}y`, [LONG, `${LONG}z`]),
);
const small = fc.integer({ min: -2, max: 3 });

const operators = fc.oneof(
  fc.tuple(path, any).map(([to, value]): Doc => ({ $set: { [to]: value } })),
  path.map((from): Doc => ({ $unset: { [from]: '' } })),
  fc.tuple(path, small).map(([to, by]): Doc => ({ $inc: { [to]: by } })),
  fc.tuple(path, small).map(([to, by]): Doc => ({ $mul: { [to]: by } })),
  fc.tuple(fc.constantFrom('$min', '$max'), path, scalar).map(([by, to, value]): Doc => ({ [by]: { [to]: value } })),
  fc
    .tuple(fc.constantFrom('$push', '$addToSet', '$pull'), path, scalar)
    .map(([by, to, value]): Doc => ({ [by]: { [to]: value } })),
  fc
    .tuple(path, fc.array(scalar, { maxLength: 3 }), direction, small)
    .map(([to, $each, $sort, $slice]): Doc => ({ $push: { [to]: { $each, $sort, $slice } } })),
  fc.tuple(path, direction).map(([to, end]): Doc => ({ $pop: { [to]: end } })),
  fc.tuple(path, fc.array(scalar, { maxLength: 2 })).map(([to, values]): Doc => ({ $pullAll: { [to]: values } })),
  fc.tuple(path, any).map(([to, value]): Doc => ({ $setOnInsert: { [to]: value } })),
  fc
    .tuple(fc.constantFrom('a.$[]', 'n.$[].c', 'a.0', 'a.2', 'n.1.d'), scalar)
    .map(([to, value]): Doc => ({ $set: { [to]: value } })),
);
const replacement = fc.record(
  { a: any, b: scalar, n: fc.record({ c: any }) },
  { requiredKeys: [] },
) as fc.Arbitrary<Doc>;
const pipeline = fc.tuple(fc.constantFrom('a', 'b'), path).map(([to, from]) => [{ $set: { [to]: `$${from}` } }]);

/** Random writes: mostly single commands, and transactions that commit or abort. */
export function stepsFor(made: Indexes): fc.Arbitrary<HistoryStep[]> {
  const filter = queriesFor(made).map((queries) => queries[0]!.filter);
  const update = fc.oneof({ weight: 6, arbitrary: operators }, replacement, pipeline);
  const document = fc.tuple(fc.integer({ min: 0, max: 60 }), replacement).map(([_id, doc]): Doc => ({ _id, ...doc }));
  const insert = fc
    .tuple(fc.array(document, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([docs, ordered]): Command => ({ insert: '', documents: docs, ordered }));
  const change = fc
    .tuple(filter, update, fc.boolean(), fc.boolean())
    .map(([q, u, multi, upsert]): Command => ({ update: '', updates: [{ q, u, multi, upsert }] }));
  const positional = fc.tuple(fc.constantFrom('a', 'n.c'), scalar, scalar).map(([at, q, value]): Command => {
    const to = at === 'a' ? 'a.$' : 'n.$.c';
    return { update: '', updates: [{ q: { [at]: q }, u: { $set: { [to]: value } }, multi: true }] };
  });
  const remove = fc
    .tuple(filter, fc.constantFrom(0, 1, 1, 1))
    .map(([q, limit]): Command => ({ delete: '', deletes: [{ q, limit }] }));
  const modify = fc
    .tuple(filter, fc.option(operators, { nil: undefined }), path, direction, fc.boolean())
    .map(([query, changed, by, way, upsert]): Command => {
      const what = changed === undefined ? { remove: true } : { update: changed, upsert, new: true };
      return { findAndModify: '', query, sort: { [by]: way }, ...what };
    });
  const write = fc.oneof(
    { weight: 3, arbitrary: insert },
    { weight: 5, arbitrary: change },
    positional,
    { weight: 2, arbitrary: remove },
    { weight: 2, arbitrary: modify },
  );
  const drop = fc.constantFrom('i0', 'i1').map((index): Command => ({ dropIndexes: '', index }));
  const again = fc.tuple(path, fc.boolean()).map(([key, unique]): Command => ({
    createIndexes: '',
    indexes: [{ key: { [key]: 1 }, name: `again_${key}`, unique }],
  }));
  const single = fc
    .oneof({ weight: 12, arbitrary: write }, drop, again)
    .map((command): HistoryStep => ({ kind: 'command', command }));
  const transaction = fc
    .record({ commands: fc.array(write, { minLength: 1, maxLength: 4 }), commit: fc.boolean() })
    .map((step): HistoryStep => ({ kind: 'transaction', ...step }));
  return fc.array(fc.oneof({ weight: 5, arbitrary: single }, transaction), { minLength: 2, maxLength: 12 });
}
