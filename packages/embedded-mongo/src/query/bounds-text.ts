import type { IndexMeta } from '../storage/catalog.js';
import type { Doc } from '../values/bson.js';
import { RANK } from '../values/compare.js';
import { show } from '../values/show.js';
import type { Edge, FieldBounds } from './bounds.js';

const EVERYTHING = { from: '[MinKey', to: 'MaxKey]' };

/** Where the values of a type begin and end, as MongoDB writes it; strings end before the first document. */
const TYPE_EDGES: Record<number, readonly [from: string, to: string]> = {
  [RANK.number]: ['[-inf', 'inf]'],
  [RANK.string]: ['[""', '{})'],
  [RANK.binary]: ['[BinData(0, "")', "ObjectId('000000000000000000000000'))"],
  [RANK.objectId]: ["[ObjectId('000000000000000000000000')", "ObjectId('ffffffffffffffffffffffff')]"],
  [RANK.boolean]: ['[false', 'true]'],
  [RANK.date]: ['[new Date(-9223372036854775808)', 'new Date(9223372036854775807)]'],
  [RANK.timestamp]: ['[Timestamp(0, 0)', 'Timestamp(4294967295, 4294967295)]'],
};

function fromText(edge: Edge): string {
  return 'rank' in edge ? TYPE_EDGES[edge.rank]![0] : `${edge.inclusive ? '[' : '('}${show(edge.value)}`;
}

function toText(edge: Edge): string {
  return 'rank' in edge ? TYPE_EDGES[edge.rank]![1] : `${show(edge.value)}${edge.inclusive ? ']' : ')'}`;
}

function intervalTexts(bounds: FieldBounds | undefined): { from: string; to: string }[] {
  if (bounds === undefined) return [EVERYTHING];
  return bounds.intervals.map(({ from, to }) => ({ from: fromText(from), to: toText(to) }));
}

/** The bounds of each field of an index in MongoDB's text form, in the direction in which the index is read. */
export function indexBounds(index: IndexMeta, bounds: readonly (FieldBounds | undefined)[], reverse: boolean): Doc {
  return Object.fromEntries(
    index.key.map(([path, direction], i): [string, string[]] => {
      const isBackwards = (direction === -1) !== reverse;
      const texts = intervalTexts(bounds[i]).map(({ from, to }) =>
        isBackwards
          ? `${to.endsWith(']') ? '[' : '('}${to.slice(0, -1)}, ${from.slice(1)}${from.startsWith('[') ? ']' : ')'}`
          : `${from}, ${to}`,
      );
      return [path, isBackwards ? texts.reverse() : texts];
    }),
  );
}
