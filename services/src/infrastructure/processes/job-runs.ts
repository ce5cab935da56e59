import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../environment/logger-token.js';
import { PaddockError } from '../errors/paddock-error.js';
import type { Logger } from '../logging/logger.js';

/** A periodic job. */
export interface Job {
  /** Module and job, such as rooms.release_bookings; the module names the line of a failure in the log. */
  name: string;
  /** The pause after a run. */
  everyMs: number;
  /** The message that a failed run logs. */
  failure: string;
}

/** The last run of a job in this process. */
export interface JobRun {
  name: string;
  /** '' for a job of all communities. */
  community: string;
  everyMs: number;
  at: Date;
  failure?: { at: Date; error: string };
}

/** Runs periodic jobs, logs their failures, and remembers the last run and the last failure of each. */
@Injectable()
export class JobRuns {
  private readonly runs = new Map<string, JobRun>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Never throws, so that a failure stops no later run. */
  async run({ name, everyMs, failure }: Job, community: string, work: () => Promise<void>): Promise<void> {
    const key = JSON.stringify([name, community]);
    const run: JobRun = { ...this.runs.get(key), name, community, everyMs, at: new Date() };
    try {
      await work();
    } catch (err) {
      run.failure = { at: run.at, error: nameOf(err) };
      this.logger.error({ module: name.split('.', 1)[0], ...(community && { community }), err }, failure);
    }
    this.runs.set(key, run);
  }

  all(): JobRun[] {
    return [...this.runs.values()];
  }
}

/** A code or the error's name: messages may contain data of members. */
function nameOf(error: unknown): string {
  if (error instanceof PaddockError) return error.code;
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
