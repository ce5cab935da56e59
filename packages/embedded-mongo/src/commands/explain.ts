import { CommandError } from '../errors.js';
import { aggregate, type AggregateSource, checkPipeline, pipelineSearch, splitPipeline } from '../query/aggregate.js';
import { compileFilter } from '../query/filter.js';
import type { IndexPlan, Plan } from '../query/planner.js';
import { type ScanStats, type Search, searchGently } from '../query/scan.js';
import type { CommandContext, CommandDefinition } from '../server/context.js';
import { documentOption } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { type Doc, isDocument } from '../values/bson.js';
import { splitOutput } from './aggregate-output.js';
import { searchOf } from './searches.js';

/** What an explained command would look for, whatever its kind. */
interface Explained {
  readonly collection: CollectionMeta | undefined;
  readonly search: Search | undefined;
  readonly filter: Doc;
  /** Stages around the search, outermost first. */
  readonly around: readonly Doc[];
  readonly rest: readonly Doc[];
}

function indexStage(plan: IndexPlan): Doc {
  return {
    stage: 'IXSCAN',
    keyPattern: Object.fromEntries(plan.index.key),
    indexName: plan.index.name,
    isMultiKey: plan.index.multikey.some(Boolean),
    isUnique: plan.index.unique,
    isSparse: plan.index.sparse,
    isPartial: plan.index.partial !== undefined,
    direction: plan.reverse ? 'backward' : 'forward',
    ranges: plan.ranges.length,
  };
}

function accessStage(plan: Plan, filter: Doc): Doc {
  const residual = Object.keys(filter).length > 0 ? { filter } : {};
  switch (plan.kind) {
    case 'scan':
      return { stage: 'COLLSCAN', ...residual, direction: plan.reverse ? 'backward' : 'forward' };
    case 'union':
      return { stage: 'FETCH', ...residual, inputStage: { stage: 'OR', inputStages: plan.plans.map(indexStage) } };
    default: {
      const scan = indexStage(plan);
      const input = plan.merge ? { stage: 'SORT_MERGE', inputStages: [scan] } : scan;
      return { stage: 'FETCH', ...residual, inputStage: input };
    }
  }
}

function winningPlan({ search, filter, around }: Explained): Doc {
  if (search === undefined) return { stage: 'EOF' };
  let stage = accessStage(search.plan, filter);
  if (search.sort.length > 0 && !search.plan.sorted) {
    stage = { stage: 'SORT', sortPattern: Object.fromEntries(search.sort), inputStage: stage };
  }
  if (search.skip > 0) stage = { stage: 'SKIP', skipAmount: search.skip, inputStage: stage };
  if (search.limit > 0) stage = { stage: 'LIMIT', limitAmount: search.limit, inputStage: stage };
  return around.reduceRight<Doc>((inner, outer) => ({ ...outer, inputStage: inner }), stage);
}

function explainedSearch(context: CommandContext, name: string, target: Doc, filterField: string): Explained {
  const collection = context.services.db.catalog.get(context.dbName, name);
  const filter = documentOption(target, filterField);
  compileFilter(filter, documentOption(target, 'let'));
  const search = collection === undefined ? undefined : searchOf(target, collection, filterField);
  return { collection, search, filter, around: [], rest: [] };
}

function onlyStatement(command: Doc, field: string): Doc {
  const list = command[field];
  const [item] = Array.isArray(list) ? (list as unknown[]) : [];
  if (!isDocument(item)) throw new CommandError('FailedToParse', `explain needs one document in '${field}'`);
  return item;
}

function explained(context: CommandContext, command: Doc): Explained {
  const [kind] = Object.keys(command);
  const name = String(command[kind!]);
  switch (kind) {
    case 'find': {
      const search = explainedSearch(context, name, command, 'filter');
      const projected = Object.keys(documentOption(command, 'projection')).length > 0;
      return projected
        ? { ...search, around: [{ stage: 'PROJECTION_DEFAULT', transformBy: command['projection'] }] }
        : search;
    }
    case 'count':
      return { ...explainedSearch(context, name, command, 'query'), around: [{ stage: 'COUNT' }] };
    case 'distinct':
      return explainedSearch(context, name, command, 'query');
    case 'update': {
      const item = onlyStatement(command, 'updates');
      const search = explainedSearch(context, name, { ...item, limit: item['multi'] === true ? 0 : 1 }, 'q');
      return { ...search, around: [{ stage: 'UPDATE' }] };
    }
    case 'delete':
      return {
        ...explainedSearch(context, name, onlyStatement(command, 'deletes'), 'q'),
        around: [{ stage: 'DELETE' }],
      };
    case 'findAndModify':
    case 'findandmodify': {
      const stage = command['remove'] === true ? 'DELETE' : 'UPDATE';
      return { ...explainedSearch(context, name, { ...command, limit: 1 }, 'query'), around: [{ stage }] };
    }
    case 'aggregate': {
      const { stages } = splitOutput(command['pipeline'], context.dbName);
      checkPipeline(stages);
      const split = splitPipeline(stages);
      const source = sourceOf(context, command, name);
      const collection = context.services.db.catalog.get(context.dbName, name);
      const { filter, rest } = split;
      return { collection, search: pipelineSearch(source, split), filter, around: [], rest };
    }
    default:
      throw new CommandError('CommandNotFound', `Explain failed due to unknown command: ${kind}`);
  }
}

function sourceOf(context: CommandContext, command: Doc, collection: string): AggregateSource {
  const variables = documentOption(command, 'let');
  const { breather, dbName: db, services } = context;
  return { view: services.base, db, collection, variables, hint: command['hint'], breather };
}

async function execute(context: CommandContext, command: Doc, { collection, search, rest }: Explained): Promise<Doc> {
  const stats: ScanStats = { keys: 0, docs: 0 };
  const started = performance.now();
  let returned = 0;
  if (collection !== undefined && search !== undefined) {
    const source = sourceOf(context, command, collection.name);
    const run =
      rest.length > 0
        ? aggregate(source, splitOutput(command['pipeline'], context.dbName).stages as Doc[], stats)
        : searchGently(context.services.base, collection, search, context.breather, stats);
    while (!(await run.next()).done) returned++;
  }
  return {
    executionSuccess: true,
    nReturned: returned,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: stats.keys,
    totalDocsExamined: stats.docs,
  };
}

/** Explains a command: its plan, and what running it looks at unless only the plan is asked for. */
export async function explainCommand(context: CommandContext, command: Doc, verbosity: string): Promise<Doc> {
  const what = explained(context, command);
  const plan = winningPlan(what);
  const [kind] = Object.keys(command);
  const queryPlanner = {
    namespace: `${context.dbName}.${String(command[kind!])}`,
    parsedQuery: what.filter,
    winningPlan: plan,
    rejectedPlans: [],
  };
  const parts: Doc = { explainVersion: '1', queryPlanner };
  if (verbosity !== 'queryPlanner') {
    parts['executionStats'] = { ...(await execute(context, command, what)), executionStages: plan };
  }
  const reply = what.rest.length > 0 ? { ...parts, stages: [{ $cursor: parts }, ...what.rest] } : parts;
  return { ...reply, command, ok: 1 };
}

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

const explain: CommandDefinition = {
  options: { string: 'verbosity' },
  run(context) {
    const { command } = context;
    const verbosity = command['verbosity'] ?? 'allPlansExecution';
    if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity)) {
      throw new CommandError('FailedToParse', `verbosity has to be one of ${VERBOSITIES.join(', ')}`);
    }
    if (!isDocument(command['explain'])) throw new CommandError('TypeMismatch', 'explain takes a command');
    return explainCommand(context, command['explain'], verbosity);
  },
};

/** The explain command. */
export const explainCommands: Record<string, CommandDefinition> = { explain };
