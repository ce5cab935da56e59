import { Inject, Injectable } from '@nestjs/common';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { PaddockError } from '../errors/paddock-error.js';
import { Mongo } from '../mongo/mongo.js';
import type { Tenant } from '../tenancy/tenant.js';
import { FullLimits } from './full-limits.js';
import { HitCounter } from './limit-hits.js';
import { callLimits, countedUnder, type Limit, otherCalls } from './limits.js';
import { rateLimitCollection, rateLimitSchema } from './rate-limit.schema.js';

/** A counter: its name, its limit and the limited address, member or account. */
export interface CountedBy {
  readonly name: string;
  readonly limit: Limit;
  readonly subject: string;
}

/** The sender of a call, as limits count it. */
interface CallSender {
  readonly tenant: Tenant;
  readonly ip: string;
  readonly user?: { readonly _id: string };
}

/** Counts acts of members and addresses, by the table of `limits.ts`. */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterAbstract>();
  private readonly full = new FullLimits();
  /** What this process refused. */
  readonly hits = new HitCounter();

  constructor(
    private readonly mongo: Mongo,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    mongo.model(rateLimitCollection, rateLimitSchema);
  }

  /** @throws TOO_MANY_REQUESTS with the seconds to wait. */
  async takeCall(call: string, sender: CallSender, input: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { name, limit, subject } of countersOf(call, sender, input))
      await this.take(name, limit, sender.tenant.community, subject);
  }

  /** Refunds the points of {@link takeCall} that count stored acts only, for a call that was refused. */
  async giveBackCall(call: string, sender: CallSender, input: Readonly<Record<string, unknown>>): Promise<void> {
    const stored = countersOf(call, sender, input).filter(({ limit }) => limit.ofStored);
    await this.giveBackAll(sender.tenant.community, stored);
  }

  /** Takes a point of `name`. @throws TOO_MANY_REQUESTS */
  async take(name: string, limit: Limit, community: string, subject: string): Promise<void> {
    if (!this.environment.rateLimits) return;
    const key = countedUnder(name, limit.by, community, subject);
    this.refuseFull(key, community, name);
    try {
      await this.limiterOf(name, this.grown(limit, subject)).consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (limit.shared) this.full.remember(key, refusal.msBeforeNext);
      this.hits.add(community, name);
      throw tooMany(refusal.msBeforeNext);
    }
  }

  /** Takes a point of each limit, or of none. @throws TOO_MANY_REQUESTS */
  async takeAll(community: string, several: readonly CountedBy[]): Promise<void> {
    if (!this.environment.rateLimits) return;
    for (const { name, limit, subject } of several)
      this.refuseFull(countedUnder(name, limit.by, community, subject), community, name);
    const taken: CountedBy[] = [];
    try {
      for (const one of several) {
        await this.take(one.name, one.limit, community, one.subject);
        taken.push(one);
      }
    } catch (error) {
      await this.giveBackAll(community, taken);
      throw error;
    }
  }

  /** Refunds the points of {@link takeAll}, for acts that were not done. */
  async giveBackAll(community: string, several: readonly CountedBy[]): Promise<void> {
    for (const { name, limit, subject } of several) await this.giveBack(name, limit, community, subject);
  }

  /** Refunds a point of {@link take}, for an act that does not count. */
  async giveBack(name: string, limit: Limit, community: string, subject: string): Promise<void> {
    if (!this.environment.rateLimits) return;
    const key = countedUnder(name, limit.by, community, subject);
    this.full.forget(key);
    await this.limiterOf(name, this.grown(limit, subject)).reward(key);
  }

  /** Resets a counter. */
  async forget(name: string, limit: Limit, community: string, subject: string): Promise<void> {
    if (!this.environment.rateLimits) return;
    const key = countedUnder(name, limit.by, community, subject);
    this.full.forget(key);
    await this.limiterOf(name, this.grown(limit, subject)).delete(key);
  }

  /** Raises limits per address in known networks, where many people share one; limits per account stay. */
  private grown(limit: Limit, subject: string): Limit {
    const { known, factor } = this.environment.networks;
    const isByAddress = limit.by === 'address' || limit.by === 'member';
    return isByAddress && known(subject) ? { ...limit, points: limit.points * factor } : limit;
  }

  private refuseFull(key: string, community: string, name: string): void {
    const waitMs = this.full.waitMs(key);
    if (waitMs === undefined) return;
    this.hits.add(community, name);
    throw tooMany(waitMs);
  }

  private limiterOf(name: string, limit: Limit): RateLimiterAbstract {
    // The key omits the points: both limits of a name share their counters.
    const prefix = `${name} ${limit.by}`;
    const key = `${prefix} ${limit.points}`;
    const found = this.limiters.get(key);
    if (found) return found;
    const { points, seconds: duration } = limit;
    const limiter = limit.shared
      ? new RateLimiterMongo({
          storeClient: this.mongo.connection.db,
          tableName: rateLimitCollection,
          keyPrefix: prefix,
          points,
          duration,
          disableIndexesCreation: true,
          // An unavailable database must not allow unlimited guesses.
          insuranceLimiter: new RateLimiterMemory({ keyPrefix: prefix, points, duration }),
        })
      : new RateLimiterMemory({ keyPrefix: prefix, points, duration });
    this.limiters.set(key, limiter);
    return limiter;
  }
}

function countersOf(call: string, { ip, user }: CallSender, input: Readonly<Record<string, unknown>>): CountedBy[] {
  const account = accountKey(input);
  const member = user?._id ?? ip;
  const name = call in callLimits ? call : 'other';
  return (callLimits[call] ?? otherCalls).map((limit) => ({
    name,
    limit,
    subject: { address: ip, member, account, 'account and address': `${account} ${ip}` }[limit.by],
  }));
}

function tooMany(waitMs: number): PaddockError {
  return new PaddockError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Normalised like the forms: surrounding spaces and case do not make another account. */
export function accountKey({ username_or_email, email }: Readonly<Record<string, unknown>>): string {
  const name = username_or_email ?? email;
  return typeof name === 'string' ? name.trim().toLowerCase() : '';
}
