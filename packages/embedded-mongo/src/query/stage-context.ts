import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import type { Options } from 'mingo/types';
import type { Doc } from '../values/bson.js';
import { mingoOptions } from './filter.js';
import { PAUSE, type Steps } from './pause.js';

/** mingo's options as its operators receive them, which take the document that `$$ROOT` stands for. */
export type StageOptions = Options & { update(locals: { root: unknown; groupId?: unknown }): Options };

/** What the stages of a pipeline need around them. */
export interface PipelineContext {
  readonly options: StageOptions;
  readonly variables: Doc;
  /** Runs a pipeline on a collection, with further variables. */
  read(collection: string, pipeline: readonly Doc[], variables?: Doc): Steps<Doc>;
  /** Runs stages inside of a stage. */
  run(source: Steps<Doc>, stages: readonly Doc[], context: PipelineContext): Steps<Doc>;
}

/** Documents that go through a stage together. */
const AT_ONCE = 20;

/** mingo's options in the form in which its operators receive them; cheap to use many times. */
export function stageOptions(variables: Doc): StageOptions {
  let received: Options | undefined;
  const $receive = (source: unknown, _argument: unknown, options: Options): unknown => {
    received = options;
    return source;
  };
  const options = mingoOptions(variables);
  const context = Context.from(options.context).addPipelineOps({ $receive: $receive as never });
  new Aggregator([{ $receive: {} }], { ...options, context }).stream([]);
  return received as StageOptions;
}

/** The documents a few at a time. */
export function* batches(source: Steps<Doc>): Generator<Doc[] | typeof PAUSE> {
  let docs: Doc[] = [];
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else if (docs.push(step) === AT_ONCE) {
      yield docs;
      docs = [];
      yield PAUSE;
    }
  }
  yield docs;
}
