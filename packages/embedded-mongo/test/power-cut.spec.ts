import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../src/storage/database.js';
import { canRecord, type DiskEvent, readRecording, recorder } from './proofs/disk-recording.js';
import { report, times } from './proofs/extent.js';
import { checkIndexes } from './proofs/index-check.js';
import { afterRestart, Disk } from './proofs/power-cut.js';
import { exited, startServerChild } from './proofs/server-child.js';
import { deviation, randomFrom, WORKLOAD_INDEXES, Writer, writtenDocuments } from './proofs/workload.js';
import { compileSources, connectRaw, temporaryFolder } from './support.js';

const recordable = canRecord();
const WRITERS = 8;
const PREPARED = 1_000_000;
const tornImages = times(1, 3);

let compiled: string;
let work: string;
beforeAll(() => {
  compiled = compileSources();
  work = mkdtempSync(join(tmpdir(), 'power-cut-'));
});
afterAll(() => [compiled, work].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Snapshot = ReturnType<Writer['snapshot']>;
interface Run {
  readonly dataDir: string;
  readonly events: readonly DiskEvent[];
  /** The writer's state after each acknowledging reply. */
  readonly acknowledgements: ReadonlyMap<number, { writer: number; snapshot: Snapshot }>;
  readonly last: Buffer;
}

/** Records a server during writes, kills it after a number of acknowledgements. */
async function record(acknowledged: number): Promise<Run> {
  const dataDir = realpathSync(temporaryFolder());
  const dataFile = join(dataDir, 'data', 'data.mdb');
  const trace = join(work, `trace-${Math.random()}`);
  const child = await startServerChild(compiled, dataDir, recorder(trace));
  const setup = await connectRaw(child.port);
  expect(await setup.send({ ...WORKLOAD_INDEXES, $db: 'test' }, PREPARED)).toMatchObject({ ok: 1 });
  const { pid } = await setup.send({ serverStatus: 1, $db: 'admin' });
  const random = randomFrom(Date.now());
  const acknowledgements: Run['acknowledgements'] = new Map();
  const noted = acknowledgements as Map<number, { writer: number; snapshot: Snapshot }>;
  let number = PREPARED;
  let enough = false;
  const working = Array.from({ length: WRITERS }, async (_, i) => {
    const writer = new Writer(`w${i}`, random, { w: 'majority' });
    const connection = await connectRaw(child.port);
    let commands = writer.begin();
    while (!enough) {
      for (const command of commands) {
        const reply = await connection.send(command, ++number);
        expect(reply).toMatchObject({ ok: 1 });
      }
      writer.acknowledged();
      commands = writer.begin();
      noted.set(connection.lastReplyTo, { writer: i, snapshot: writer.snapshot() });
      enough ||= noted.size >= acknowledged;
    }
  });
  await Promise.all(working);
  process.kill(Number(pid), 'SIGKILL');
  await exited(child.process);
  return { dataDir, events: readRecording(trace, dataFile), acknowledgements, last: readFileSync(dataFile) };
}

/** Opens a data file as a power cut left it. @returns the missing acknowledged write, if any, and the entries */
async function lossIn(
  run: Run,
  image: Buffer,
  acknowledged: readonly (Snapshot | undefined)[],
): Promise<string | undefined> {
  const folder = mkdtempSync(join(work, 'cut-'));
  mkdirSync(join(folder, 'data'));
  copyFileSync(join(run.dataDir, 'format'), join(folder, 'format'));
  writeFileSync(join(folder, 'data', 'data.mdb'), afterRestart(image));
  const db = Database.open(folder);
  try {
    checkIndexes(db);
    const found = writtenDocuments(db);
    const losses = acknowledged.map((snapshot, i) => snapshot && deviation(snapshot, found.get(`w${i}`)));
    return losses.find((loss) => loss !== undefined);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

/** Cuts the power immediately after each acknowledgement, and between the last write and each sync. */
async function cuts(run: Run, imagesOf: (disk: Disk) => Buffer[]) {
  const disk = new Disk();
  const acknowledged: (Snapshot | undefined)[] = Array.from({ length: WRITERS }, () => undefined);
  const losses: string[] = [];
  let prepared = false;
  const counted = { acknowledgements: 0, cuts: 0, images: 0, pending: 0 };
  for (const [number, event] of run.events.entries()) {
    const acknowledgement = event.kind === 'reply' ? run.acknowledgements.get(event.to) : undefined;
    const isCut = prepared && (event.kind === 'sync' || acknowledgement !== undefined);
    prepared ||= event.kind === 'reply' && event.to === PREPARED;
    if (acknowledgement !== undefined) {
      acknowledged[acknowledgement.writer] = acknowledgement.snapshot;
      counted.acknowledgements++;
    }
    if (isCut) {
      counted.cuts++;
      counted.pending += Number(disk.hasPending);
      for (const image of imagesOf(disk)) {
        counted.images++;
        const loss = await lossIn(run, image, acknowledged);
        if (loss !== undefined) losses.push(loss);
      }
    }
    disk.apply(event, number);
  }
  // The recording is complete: its replay yields exactly the file that the server left.
  const all = disk.everything();
  expect(run.last.subarray(0, all.length).equals(all)).toBe(true);
  return { ...counted, losses };
}

const describeRecorded = recordable ? describe : describe.skip;
if (!recordable) console.warn('The power cuts are not proved: strace is not on the PATH, or may not trace here.');

describeRecorded('a power cut', () => {
  let run: Run;
  beforeAll(
    async () => {
      run = await record(times(24, 320));
    },
    times(180_000, 300_000),
  );

  it(
    'loses no acknowledged write, whatever happened to unsynced data',
    async () => {
      const random = randomFrom(Date.now());
      const { losses, ...counted } = await cuts(run, (disk) => [
        disk.synced(),
        disk.rootsAlone(),
        ...Array.from({ length: tornImages }, () => disk.torn(random)),
      ]);
      expect(losses).toEqual([]);
      expect(counted.acknowledgements).toBeGreaterThanOrEqual(times(24, 320));
      // Some cuts must fall between a write and its sync, or the test proves nothing.
      expect(counted.pending).toBeGreaterThan(5);
      report('power cut', { ...counted, lost: losses.length });
    },
    times(180_000, 1_800_000),
  );

  it(
    'would lose acknowledged writes without syncs',
    async () => {
      let prepared = false;
      const events = run.events.flatMap((event): DiskEvent[] => {
        prepared ||= event.kind === 'reply' && event.to === PREPARED;
        if (!prepared) return [event];
        if (event.kind === 'sync') return [];
        return [event.kind === 'write' ? { ...event, synced: false } : event];
      });
      const { losses, ...counted } = await cuts({ ...run, events }, (disk) => [disk.synced()]);
      expect(losses.length).toBeGreaterThan(counted.acknowledgements / 2);
      report('power cut without syncs, for control', { ...counted, lost: losses.length });
    },
    times(180_000, 600_000),
  );
});
