import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import type { Options } from 'mingo/types';
import type { Doc } from '../values/bson.js';
import { mingoOptions } from './filter.js';
import { PAUSE, type Steps } from './pause.js';

/** mingo's options as its operators receive them, which take the document that `$$ROOT` stands for. */
export type StageOptions = Options & { update(locals: { root: unknown; groupId?: unknown }): StageOptions };

/** What the stages of a pipeline need around them. */
export interface PipelineContext {
  readonly options: StageOptions;
  readonly variables: Doc;
  /** Runs a pipeline on a collection, with further variables. */
  read(collection: string, pipeline: readonly Doc[], variables?: Doc): Steps<Doc>;
}

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

/** Documents after which a stage that goes through them one by one offers a pause. */
const PAUSE_EVERY = 50;

/** What comes of each thing that steps produce. */
export function* each<S, T>(source: Steps<S>, make: (thing: S) => Iterable<T>): Generator<T | typeof PAUSE> {
  let count = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else {
      yield* make(step);
      if (++count % PAUSE_EVERY === 0) yield PAUSE;
    }
  }
}
