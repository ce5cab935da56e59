import type { EventSource } from '@paddock/contract/calls/event-sources';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** One calendar file to read. */
export interface CalendarTask {
  text: string;
  /** Recurrences outside this span, in epoch ms, are left out. */
  from: number;
  to: number;
  /** IANA zone of floating times and days, unless the file names one. */
  time_zone: string;
  maxEvents: number;
}

/** An event or a recurrence of a calendar file; times are epoch ms, texts are not checked yet. */
export interface CalendarEvent {
  uid: string;
  /** Of a recurring event: where the row of recurrences has this one. */
  recurrence?: number;
  title: string;
  when: number;
  /** Equal to `when` for a whole day. */
  end?: number;
  time_zone: string;
  where: string;
  geo?: [lon: number, lat: number];
  desc: string;
  organizer_name?: string;
}

export interface CalendarContent {
  name?: string;
  events: CalendarEvent[];
}

/** A calendar that could not be read. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';

  constructor(readonly problem: NonNullable<EventSource['problem']>) {
    super(problem);
  }
}

const maxMs = 20_000;
const maxMegabytes = 256;
// Extensions other than .ts are copied by the build, so sources and build start the same file.
const program = fileURLToPath(new URL('./calendar-worker.mjs', import.meta.url));

let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads a calendar file in a thread of its own with limits on time and memory, one file at a time.
 *
 * @throws {CalendarProblem} `not_a_calendar`, `too_many_events`
 */
export function readCalendar(task: CalendarTask, limitMs = maxMs): Promise<CalendarContent> {
  const result = turn.then(() => readInThread(task, limitMs));
  turn = result.catch(() => undefined);
  return result;
}

function readInThread(task: CalendarTask, limitMs: number): Promise<CalendarContent> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    const end = (act: () => void) => {
      clearTimeout(overrun);
      void worker.terminate();
      act();
    };
    const fail = (error?: Error) =>
      end(() =>
        reject(new CalendarProblem(error?.message === 'too many events' ? 'too_many_events' : 'not_a_calendar')),
      );
    const overrun = setTimeout(fail, limitMs);
    worker.once('message', (content: CalendarContent) => end(() => resolve(content)));
    worker.once('error', fail);
    worker.once('exit', () => fail());
  });
}
