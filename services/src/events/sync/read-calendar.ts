import type { CalendarNote, EventSource } from '@paddock/contract/calls/event-sources';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { turns } from './turns.js';

/** One calendar file to read. */
export interface CalendarTask {
  bytes: Uint8Array;
  /** The charset that the server names. */
  charset: string | undefined;
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
  /** Only for a recurring event: where the row of its copies has this one, and its number there. */
  recurrence?: { place: number; nth?: number };
  title: string;
  when: number;
  /** For an all-day event: the start of its last day. */
  end?: number;
  all_day: boolean;
  time_zone: string;
  where: string;
  geo?: [lon: number, lat: number];
  desc: string;
  organizer_name?: string;
  url?: string;
  conference_url?: string;
  tentative?: boolean;
}

export interface CalendarContent {
  name?: string;
  events: CalendarEvent[];
  /** The number of events that could not be read, and what is faulty in these and in others. */
  skipped: number;
  notes: CalendarNote[];
  /** UIDs of events that could not be read: what is known of them stays. */
  kept: string[];
}

/** A calendar that could not be read. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';

  constructor(
    readonly problem: NonNullable<EventSource['problem']>,
    readonly found: Partial<Pick<CalendarContent, 'skipped' | 'notes'>> = {},
  ) {
    super(problem);
  }
}

/** Milliseconds of processor time for one file, and in all: on a busy machine a thread waits, too. */
const maxMs = 5_000;
const maxWaits = 12;
/** Files that are read at once: one that takes all its time makes no other wait. */
const atOnce = 2;
const maxMegabytes = 256;
// Extensions other than .ts are copied by the build, so sources and build start the same file.
const program = fileURLToPath(new URL('./calendar-worker.mjs', import.meta.url));

const take = turns(atOnce);
const problemOf: Record<string, NonNullable<EventSource['problem']>> = {
  'no calendar': 'not_a_calendar',
  incomplete: 'incomplete',
  'too many events': 'too_many_events',
};

/**
 * Reads a calendar file in a thread of its own with limits on time and memory, two files at a time.
 *
 * @throws {CalendarProblem} `not_a_calendar`, `incomplete`, `too_slow`, `too_many_events`, `no_readable_event`
 */
export async function readCalendar(task: CalendarTask, limitMs = maxMs): Promise<CalendarContent> {
  const content = await take(() => readInThread(task, limitMs));
  const { events, skipped, notes } = content;
  if (events.length > 0 || skipped === 0) return content;
  const isEndless = notes.every(({ problem }) => problem === 'too_many');
  throw new CalendarProblem(isEndless ? 'too_many_events' : 'no_readable_event', { skipped, notes });
}

/** Node 24 has it, its types do not. */
type TimedWorker = Worker & { cpuUsage(): Promise<NodeJS.CpuUsage> };

function readInThread(task: CalendarTask, limitMs: number): Promise<CalendarContent> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    const end = (act: () => void) => {
      clearInterval(watch);
      clearTimeout(overrun);
      void worker.terminate();
      act();
    };
    // Any other error is one of memory.
    const fail = (error?: Error) =>
      end(() => reject(new CalendarProblem(problemOf[error?.message ?? ''] ?? 'too_slow')));
    const watch = setInterval(() => {
      const isOver = ({ user, system }: NodeJS.CpuUsage) => user + system > limitMs * 1000;
      (worker as TimedWorker).cpuUsage().then(
        (used) => isOver(used) && fail(),
        // It has ended.
        () => undefined,
      );
    }, limitMs / 10);
    const overrun = setTimeout(fail, limitMs * maxWaits);
    worker.once('message', (content: CalendarContent) => end(() => resolve(content)));
    worker.once('error', fail);
    worker.once('exit', () => fail());
  });
}
