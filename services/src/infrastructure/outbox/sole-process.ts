import type { ClientSession } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { Age } from './age.js';
import { ProcessesRepository, type ProcessesRow } from './processes.repository.js';

/** Durations in ms. Each process measures them by its own clocks ({@link Age}), so clocks need not agree. */
export interface SoleProcessTimes {
  /** How long a holder is alone after it asked for its renewal. */
  lease: number;
  /** How long after its mark a process may commit. */
  mark: number;
  /** A holder that has not renewed for this long has ended or does not need the lease. */
  dead: number;
  /** After this time without a change of its mark a process counts as ended or idle. A multiple of `beat`. */
  quiet: number;
  /** How often a process changes its mark while it writes now and then. */
  beat: number;
  /**
   * How long a process keeps renewing its mark after its last write. Much longer than `mark`: among processes that seldom write,
   * each would get the lease in turn, and the next writer would wait for its end.
   */
  active: number;
  /** How long a new holder waits, until commits by earlier marks and leases have happened. More than `mark`. */
  grace: number;
  /** The pause between two attempts to get the lease. */
  retry: number;
}
const usualTimes: SoleProcessTimes = {
  lease: 1500,
  mark: 8000,
  dead: 12_000,
  quiet: 60_000,
  beat: 15_000,
  active: 300_000,
  grace: 10_000,
  retry: 1000,
};

/** Of a test's services, so that most of them are alone soon. */
export const testTimes: SoleProcessTimes = {
  lease: 100,
  mark: 300,
  dead: 400,
  quiet: 400,
  beat: 100,
  active: 400,
  grace: 350,
  retry: 20,
};

const pollMs = 50;

/**
 * Knows whether this is the only process that writes events (ADR 0084): such a process need not read the events of others. A process
 * is alone while it holds the lease; every other process marks itself before it commits, which ends the lease, and waits for its end.
 */
export class SoleProcess {
  /** Of this process. */
  readonly id = newId();
  private readonly rows: ProcessesRepository;
  private isHolder = false;
  private hasLeft = false;
  /** Since it asked for the lease or its last renewal. */
  private lease = new Age();
  /** By `performance.now()`. */
  private trustedFrom = 0;
  private term = 0;
  private marked = 0;
  private markAge: Age | undefined;
  private triedAt = -Infinity;
  /** When this process last wrote an event. */
  private wroteAt = -Infinity;
  private readonly beats: NodeJS.Timeout;
  private extending: Promise<void> | undefined;
  private marking: Promise<void> | undefined;
  /** Of the mark or the lease that covers each open transaction. */
  private readonly covered = new WeakMap<ClientSession, Age | undefined>();
  /** When marks and turns of others were first seen. */
  private seen = new Map<string, number>();

  constructor(
    mongo: Mongo,
    private readonly times: SoleProcessTimes = usualTimes,
  ) {
    this.rows = new ProcessesRepository(mongo, this.id);
    mongo.beforeReply((session) => this.settle(session));
    this.beats = setInterval(() => void this.beat(), times.beat).unref();
  }

  /** The number of the term in which this process is alone now; undefined if it may not be. */
  aloneNow(): number | undefined {
    if (!this.isHeld || performance.now() < this.trustedFrom) return undefined;
    if (this.lease.ms > this.times.lease / 2) this.extend().catch(() => undefined);
    return this.term;
  }

  private get isHeld(): boolean {
    return this.isHolder && this.lease.ms < this.times.lease;
  }

  /** Like {@link aloneNow}, after a renewal where the lease has run out. A process without it tries to get it, in the background. */
  async alone(): Promise<number | undefined> {
    if (this.isHolder && this.aloneNow() === undefined) await this.extend();
    else if (!this.isHolder && !this.hasLeft && performance.now() - this.triedAt > this.times.retry) {
      this.triedAt = performance.now();
      this.acquire().catch(() => undefined);
    }
    return this.aloneNow();
  }

  /** The process that holds the lease while no other one writes; null without one. */
  async holder(): Promise<string | null> {
    const row = await this.rows.read();
    return row && Object.keys(row.marks).length === 0 ? row.holder : null;
  }

  /** Before events are stored in a transaction: no other process relies on caches that do not know them once it has committed. */
  async cover(session: ClientSession): Promise<void> {
    this.wroteAt = performance.now();
    if (this.isHolder && !this.isHeld) await this.extend();
    if (!this.isHolder) await this.mark();
    this.covered.set(session, this.isHolder ? this.lease : this.markAge);
  }

  /** The process ends: it may still write, and is not alone again. */
  async leave(): Promise<void> {
    this.hasLeft = true;
    clearInterval(this.beats);
    const { isHolder } = this;
    this.isHolder = false;
    if (isHolder) await this.rows.release();
    // A mark under way ends another process's lease first: without the mark, that process could renew it before this one commits.
    while (this.marking) await this.marking.catch(() => undefined);
    this.markAge = undefined;
    // Another process may have marked this one, too. A later write waits for this and marks again.
    this.marking = this.rows.unmark().finally(() => (this.marking = undefined));
    await this.marking;
  }

  /** Shows others that the process of this mark has not ended. A mark that a new holder removed stays removed. */
  private async beat(): Promise<void> {
    if (this.isHolder || performance.now() - this.wroteAt > this.times.active) return;
    await this.rows.beat(++this.marked).catch(() => undefined);
  }

  /** A transaction that took longer than its cover is acknowledged after the end of a lease that another process got meanwhile. */
  private async settle(session: ClientSession): Promise<void> {
    if (!this.covered.has(session)) return;
    const isCovered = () => (this.covered.get(session)?.ms ?? Infinity) < this.times.mark;
    while (!isCovered() && !this.isHeld) await this.cover(session);
  }

  private extend(): Promise<void> {
    this.extending ??= this.renew().finally(() => (this.extending = undefined));
    return this.extending;
  }

  /** Nothing changed hands since the last renewal if this one succeeds, however long ago that was. */
  private async renew(): Promise<void> {
    const lease = new Age();
    if (await this.rows.renew()) {
      this.lease = lease;
      return;
    }
    this.isHolder = false;
    await this.rows.share();
  }

  private async acquire(): Promise<void> {
    const lease = new Age();
    const now = performance.now();
    const row = await this.rows.read();
    const isTaken = row ? this.isFree(row, now) && (await this.rows.take(row)) : await this.rows.takeFirst();
    if (isTaken && this.hasLeft) await this.rows.release();
    else if (isTaken) this.hold(lease);
  }

  private hold(lease: Age): void {
    this.isHolder = true;
    this.term++;
    this.lease = lease;
    this.trustedFrom = performance.now() + this.times.grace;
  }

  /** True if every other process of the record has ended, or written nothing for long. */
  private isFree({ holder, turn, marks }: ProcessesRow, now: number): boolean {
    const others = Object.entries(marks).filter(([id]) => id !== this.id);
    const { dead, quiet } = this.times;
    const signs: [sign: string, patience: number][] = [
      ...(holder === null || holder === this.id ? [] : [[`${holder} turn ${turn}`, dead] satisfies [string, number]]),
      ...others.map(([id, number]) => [`${id} mark ${number}`, quiet] satisfies [string, number]),
    ];
    this.seen = new Map(signs.map(([sign]) => [sign, this.seen.get(sign) ?? now]));
    return signs.every(([sign, patience]) => now - this.seen.get(sign)! > patience);
  }

  /** Others share a mark that holds for a while yet. */
  private async mark(): Promise<void> {
    const isFresh = () => this.markAge !== undefined && this.markAge.ms < 0.75 * this.times.mark;
    while (!isFresh()) await (this.marking ??= this.setMark().finally(() => (this.marking = undefined)));
  }

  private async setMark(): Promise<void> {
    const age = new Age();
    const row = await this.rows.mark(++this.marked);
    if (row?.holder) await this.outlast(row.holder, row.turn);
    this.markAge = age;
  }

  /** Waits for the end of another process's lease, which it cannot renew any more. */
  private async outlast(holder: string, turn: number): Promise<void> {
    const end = performance.now() + this.times.lease;
    const isHeld = async () => {
      const row = await this.rows.read();
      return row?.holder === holder && row.turn === turn;
    };
    while (holder !== this.id && performance.now() <= end && (await isHeld())) await wait(pollMs);
    await this.rows.end(holder, turn);
  }
}
