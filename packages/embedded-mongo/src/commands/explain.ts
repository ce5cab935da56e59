import { assert } from '../errors.js';
import { aggregate, checkPipeline, splitPipeline } from '../query/aggregate.js';
import { letVariables } from '../query/filter.js';
import { yielding } from '../query/pause.js';
import type { Scan } from '../query/planner.js';
import { type ScanStats, type Search, searchSteps } from '../query/scan.js';
import { type CommandContext, type Commands, documentOption, filterOf, findCollection } from '../server/command.js';
import { type Doc, isDocument } from '../values/bson.js';
import { splitOutput } from './aggregate-output.js';
import { aggregateSource, searchOf } from './reading.js';

/** The search of an explained command of any kind. */
interface Explained {
  /** Undefined when the collection does not exist. */
  readonly search: Search | undefined;
  readonly filter: Doc;
  /** The stages after the search. */
  readonly rest: readonly Doc[];
  /** Lazy: the search starts with the first `next`. */
  readonly results: AsyncIterator<unknown>;
}

function scanStage({ index, reverse }: Scan): Doc {
  const direction = reverse ? 'backward' : 'forward';
  return index === undefined
    ? { stage: 'COLLSCAN', direction }
    : { stage: 'IXSCAN', keyPattern: Object.fromEntries(index.key), indexName: index.name, direction };
}

function winningPlan({ search, filter }: Explained): Doc {
  if (search === undefined) return { stage: 'EOF' };
  const { plan, sort, skip, limit } = search;
  const [{ index, merge }, ...others] = plan.scans;
  const inputStages = plan.scans.map(scanStage);
  const several = others.length > 0 ? 'OR' : merge ? 'SORT_MERGE' : undefined;
  const inputStage = several === undefined ? inputStages[0] : { stage: several, inputStages };
  let stage: Doc = index === undefined ? { ...inputStage, filter } : { stage: 'FETCH', filter, inputStage };
  if (sort.length > 0 && !plan.sorted) {
    stage = { stage: 'SORT', sortPattern: Object.fromEntries(sort), inputStage: stage };
  }
  if (skip > 0) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage };
  return limit > 0 ? { stage: 'LIMIT', limitAmount: limit, inputStage: stage } : stage;
}

/** Commands that can be explained, in addition to aggregate. */
const EXPLAINED = new Set(['find', 'count', 'distinct', 'findAndModify', 'update', 'delete']);

/** The statement with the filter. @throws CommandError FailedToParse */
function statementOf({ command, name }: CommandContext): Doc {
  if (name === 'findAndModify') return { ...command, limit: 1 };
  if (name !== 'update' && name !== 'delete') return command;
  const list = command[`${name}s`];
  const [item] = Array.isArray(list) ? (list as unknown[]) : [];
  assert(isDocument(item), 'FailedToParse', `explain needs one document in '${name}s'`);
  return name === 'update' ? { ...item, limit: item['multi'] ? 0 : 1 } : item;
}

/** @param stats counts the examined keys and documents */
function explained(context: CommandContext, stats: ScanStats): Explained {
  const { view, yielder, command, variables, name, dbName } = context;
  if (name === 'aggregate') {
    const { stages } = splitOutput(command['pipeline'], dbName);
    checkPipeline(stages);
    const source = aggregateSource(context);
    return { ...splitPipeline(source, stages), results: aggregate(source, stages, stats) };
  }
  assert(EXPLAINED.has(name), 'CommandNotFound', `Explain failed due to unknown command: ${name}`);
  const collection = findCollection(context);
  const statement = statementOf(context);
  const search = searchOf(statement, variables, collection);
  const found = search === undefined ? [] : searchSteps(view, collection!, search, stats);
  return { search, filter: filterOf(statement), rest: [], results: yielding(found, yielder) };
}

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Returns a command's plan and, unless only the plan is requested, its execution statistics. */
export const explainCommands: Commands = {
  explain: {
    options: { string: 'verbosity', object: 'explain' },
    async run(outer) {
      const verbosity = String(outer.command['verbosity'] ?? 'allPlansExecution');
      assert(VERBOSITIES.includes(verbosity), 'FailedToParse', `verbosity has to be one of ${String(VERBOSITIES)}`);
      const command = documentOption(outer.command, 'explain');
      const [name = ''] = Object.keys(command);
      const stats: ScanStats = { keys: 0, docs: 0 };
      const variables = letVariables(documentOption(command, 'let'));
      const what = explained({ ...outer, command, variables, name }, stats);
      const plan = winningPlan(what);
      const namespace = `${outer.dbName}.${String(command[name])}`;
      const queryPlanner = { namespace, parsedQuery: what.filter, winningPlan: plan, rejectedPlans: [] };
      const started = performance.now();
      let nReturned = 0;
      while (verbosity !== 'queryPlanner' && !(await what.results.next()).done) nReturned++;
      const executionStats = {
        executionSuccess: true,
        nReturned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: stats.keys,
        totalDocsExamined: stats.docs,
        executionStages: plan,
      };
      const parts = verbosity === 'queryPlanner' ? { queryPlanner } : { queryPlanner, executionStats };
      const stages = what.rest.length > 0 ? [{ $cursor: parts }, ...what.rest] : undefined;
      return { explainVersion: '1', ...parts, stages, command };
    },
  },
};
