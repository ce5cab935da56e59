import { type Doc, isDocument } from '../values/bson.js';
import { isRegex, RANK, rankOf, valuesEqual } from '../values/compare.js';
import { regexFrom } from '../values/pattern.js';
import { compileFilter } from './filter.js';

/** One thing a filter demands of one path. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
  /** Conditions with the same group must hold for one and the same array element. */
  readonly group?: object;
}

/** The conjunction that a filter is, as far as a planner can use it. */
export interface Conjunction {
  readonly conditions: readonly Condition[];
  /** The branches of each `$or` of the conjunction. */
  readonly alternatives: readonly (readonly Doc[])[];
  /** Whether the conditions are all there is: nothing of the filter was left out or weakened. */
  readonly complete: boolean;
}

function hasOperators(value: unknown): value is Doc {
  return isDocument(value) && Object.keys(value).some((key) => key.startsWith('$') && key !== '$ref' && key !== '$id');
}

/** Takes a filter apart. */
export function conjunctionOf(filter: Doc): Conjunction {
  const conditions: Condition[] = [];
  const alternatives: Doc[][] = [];
  let complete = true;

  const visitOperators = (path: string, operators: Doc, group?: object): void => {
    for (const [operator, value] of Object.entries(operators)) {
      if (operator === '$options') continue;
      if (operator === '$elemMatch' && isDocument(value)) {
        complete = false;
        const element = {};
        if (Object.keys(value).some((key) => key.startsWith('$'))) {
          if (!Object.keys(value).some((key) => ['$and', '$or', '$nor', '$expr', '$not'].includes(key))) {
            visitOperators(path, value, element);
          }
        } else {
          for (const [name, inner] of Object.entries(value)) visitField(`${path}.${name}`, inner);
        }
      } else if (operator === '$all' && Array.isArray(value)) {
        complete = false;
        if (value.length > 0 && !hasOperators(value[0]) && !isRegex(value[0])) {
          conditions.push({ path, operator: '$eq', value: value[0] });
        }
      } else if (operator === '$regex') {
        conditions.push({ path, operator, value: regexFrom(value, operators['$options']) });
        complete = false;
      } else {
        conditions.push({ path, operator, value, ...(group === undefined ? {} : { group }) });
      }
    }
  };
  const visitField = (path: string, value: unknown): void => {
    if (isRegex(value)) {
      conditions.push({ path, operator: '$regex', value });
      complete = false;
    } else if (hasOperators(value)) visitOperators(path, value);
    else conditions.push({ path, operator: '$eq', value });
  };
  const visit = (part: Doc): void => {
    for (const [name, value] of Object.entries(part)) {
      if (name === '$comment') continue;
      if (name === '$and') (value as Doc[]).forEach(visit);
      else if (name === '$or') alternatives.push(value as Doc[]);
      else if (name.startsWith('$')) complete = false;
      else visitField(name, value);
    }
  };
  visit(filter);
  return { conditions, alternatives, complete: complete && alternatives.length === 0 };
}

const excludesNull = (value: unknown): boolean => rankOf(value) !== RANK.null;

/** Whether a condition of the query makes one of a partial index's expression certain. */
function impliesCondition(have: Condition, wanted: Condition): boolean {
  if (have.path !== wanted.path) return false;
  if (have.operator === wanted.operator && valuesEqual(have.value, wanted.value)) return true;
  const holds = (value: unknown): boolean =>
    excludesNull(value) &&
    !Array.isArray(value) &&
    compileFilter({ v: { [wanted.operator]: wanted.value } })({ v: value });
  switch (have.operator) {
    case '$eq':
      return holds(have.value);
    case '$in':
      return Array.isArray(have.value) && have.value.every((value) => !isRegex(value) && holds(value));
    case '$gt':
    case '$gte':
      if (wanted.operator === '$exists') return excludesNull(have.value) && Boolean(wanted.value);
      if (wanted.operator === '$gt' && have.operator === '$gt')
        return holds(have.value) || valuesEqual(have.value, wanted.value);
      return (wanted.operator === '$gte' || wanted.operator === '$gt') && holds(have.value);
    case '$lt':
    case '$lte':
      if (wanted.operator === '$exists') return excludesNull(have.value) && Boolean(wanted.value);
      return (wanted.operator === '$lte' || wanted.operator === '$lt') && holds(have.value);
    default:
      return false;
  }
}

/** Whether every document that satisfies the query's conditions satisfies a partialFilterExpression as well. */
export function implies(conditions: readonly Condition[], partial: Doc): boolean {
  const wanted = conjunctionOf(partial);
  return (
    wanted.complete &&
    wanted.conditions.every((want) =>
      conditions.some((have) => have.group === undefined && impliesCondition(have, want)),
    )
  );
}
