import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '../src/storage/database.js';
import { report, times } from './proofs/extent.js';
import { checkIndexes } from './proofs/index-check.js';
import { exited, startServerChild } from './proofs/server-child.js';
import { deviation, randomFrom, WORKLOAD_INDEXES, Writer, writtenDocuments } from './proofs/workload.js';
import { compileSources, connectRaw, temporaryFolder } from './support.js';

let compiled: string;
beforeAll(() => {
  compiled = compileSources();
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

const CLIENTS = 32;

it(
  'kill -9 during mixed writes of 32 clients loses no acknowledged write and leaves no partial one',
  async () => {
    const rounds = times(8, 200);
    const seed = Date.now() & 0xffff;
    const random = randomFrom(seed);
    const dataDir = temporaryFolder();
    const writers = Array.from({ length: CLIENTS }, (_, i) => new Writer(`w${i}`, random, { w: 'majority' }));
    let acknowledged = 0;
    let underWay = 0;
    let entries = 0;
    for (let round = 0; round < rounds; round++) {
      const child = await startServerChild(compiled, dataDir);
      const connections = await Promise.all(writers.map(() => connectRaw(child.port)));
      expect(await connections[0]!.send({ ...WORKLOAD_INDEXES, $db: 'test' })).toMatchObject({ ok: 1 });
      const before = acknowledged;
      let refused: unknown;
      const working = writers.map(async (writer, i) => {
        const connection = connections[i]!;
        for (;;) {
          for (const command of writer.begin()) {
            const reply = await connection.send(command);
            if (reply['ok'] !== 1 || reply['writeErrors'] !== undefined) refused ??= reply;
          }
          writer.acknowledged();
          acknowledged++;
        }
      });
      const ended = Promise.allSettled(working);
      while (acknowledged < before + 2 * CLIENTS) await Promise.race([wait(2), ended]);
      await wait(random() * 40);
      child.process.kill('SIGKILL');
      await exited(child.process);
      await ended;
      expect(refused).toBeUndefined();
      const db = Database.openForReading(dataDir);
      const found = writtenDocuments(db);
      for (const writer of writers) {
        const { next } = writer.snapshot();
        underWay += Number(next !== undefined);
        const what = deviation(writer.snapshot(), found.get(writer.name));
        if (what !== undefined) throw new Error(`round ${round}, seed ${seed}, ${writer.name}: ${what}`);
        writer.resume(found.get(writer.name) ?? new Map());
      }
      entries += checkIndexes(db);
      await db.close();
    }
    expect(acknowledged).toBeGreaterThan(rounds * CLIENTS);
    // The kill has to interrupt writes.
    expect(underWay).toBeGreaterThan(rounds);
    report('kill', { rounds, acknowledged, underWay, entries, lost: 0 });
    rmSync(dataDir, { recursive: true });
  },
  times(240_000, 1_800_000),
);
