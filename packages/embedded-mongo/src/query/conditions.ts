import { type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import { isRegex, RANK, rankOf, valuesEqual } from '../values/compare.js';
import { compileFilter, type Condition, conditionsOf, isAboutElement } from './filter.js';

/** One thing a filter demands of one path. */
export interface PathCondition extends Condition {
  /** Conditions with the same group must hold for one and the same array element. */
  readonly group?: object | undefined;
}

/** The conjunction that a filter is, as far as a planner can use it. */
export interface Conjunction {
  readonly conditions: readonly PathCondition[];
  /** The branches of each `$or` of the conjunction. */
  readonly alternatives: readonly (readonly Doc[])[];
  /** Whether the conditions are all there is: nothing of the filter was left out or weakened. */
  readonly complete: boolean;
}

/** What a filter of documents at a path demands of their fields. */
function fieldsBelow(path: string, filter: Doc): Doc {
  const fields = Object.entries(filter).filter(([name]) => !name.startsWith('$'));
  return Object.fromEntries(fields.map(([name, value]) => [`${path}.${name}`, value]));
}

/** Takes a filter apart. @throws CommandError for a malformed one */
export function conjunctionOf(filter: Doc): Conjunction {
  const conditions: PathCondition[] = [];
  const alternatives: Doc[][] = [];
  let complete = true;

  const visit = (part: Doc, group?: object): void => {
    for (const condition of conditionsOf(part)) {
      const { path, operator, value } = condition;
      switch (operator) {
        case '$and':
          (value as Doc[]).forEach((branch) => visit(branch));
          continue;
        case '$or':
          alternatives.push(value as Doc[]);
          break;
        case '$elemMatch':
          if (isDocument(value) && isAboutElement(value)) visit({ [path]: value }, {});
          else if (isDocument(value)) visit(fieldsBelow(path, value));
          break;
        case '$all': {
          const first: unknown = Array.isArray(value) ? value[0] : undefined;
          if (first !== undefined && !isOperatorDocument(first) && !isRegex(first)) {
            conditions.push({ path, operator: '$eq', value: first });
          }
          break;
        }
        case '$nor':
        case '$expr':
          break;
        default:
          conditions.push({ ...condition, group });
          if (operator !== '$regex') continue;
      }
      complete = false;
    }
  };
  visit(filter);
  return { conditions, alternatives, complete };
}

const MATCHING_MISSING = new Set<number>([RANK.null, RANK.min, RANK.max]);

/** Whether a comparison with this value leaves out null and missing fields. */
const isOrdinary = (value: unknown): boolean => !MATCHING_MISSING.has(rankOf(value));

/** Whether a condition of the query makes one of a partial index's expression certain. */
function impliesCondition(have: PathCondition, wanted: PathCondition): boolean {
  if (have.path !== wanted.path) return false;
  if (have.operator === wanted.operator && valuesEqual(have.value, wanted.value)) return true;
  const test = compileFilter({ v: { [wanted.operator]: wanted.value } });
  const holds = (value: unknown): boolean =>
    isOrdinary(value) && !Array.isArray(value) && !isRegex(value) && test({ v: value });
  if (have.operator === '$eq') return holds(have.value);
  if (have.operator === '$in') return Array.isArray(have.value) && have.value.every(holds);
  if (!/^\$[gl]te?$/.test(have.operator)) return false;
  if (wanted.operator === '$exists') return isOrdinary(have.value) && Boolean(wanted.value);
  return have.operator.slice(0, 3) === wanted.operator.slice(0, 3) && holds(have.value);
}

/** Whether every document that satisfies the query's conditions satisfies a partialFilterExpression as well. */
export function implies(conditions: readonly PathCondition[], partial: Doc): boolean {
  const wanted = conjunctionOf(partial);
  return (
    wanted.complete &&
    wanted.conditions.every((want) =>
      conditions.some((have) => have.group === undefined && impliesCondition(have, want)),
    )
  );
}
