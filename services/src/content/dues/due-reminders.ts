import { Injectable } from '@nestjs/common';
import type { remindDue } from '@paddock/contract/calls/dues';
import type { CallArguments } from '@paddock/contract/core/call';
import { dateAfter } from '@paddock/contract/core/time-zones';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAccess } from './due-access.js';
import { DueClock } from './due-clock.js';
import { DueOwing } from './due-owing.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { DueRepository } from './due.repository.js';
import type { DueRow } from './due.schema.js';
import { lockOf } from './due-settlement.js';

const everyMs = 10 * 60_000;
/** The job reminds by day. */
const [firstHour, lastHour] = [9, 19];
/** The largest distance of a reminder from the day of payment. */
const maxDays = 14;
/** Members in one event. */
const batch = 500;

/** Reminds members who still owe a due, by a job and when an admin asks for it: each at most once a day. */
@Injectable()
export class DueReminders {
  /** Reminds of every due whose day has come. */
  readonly look: (now?: Date) => Promise<void>;

  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly access: DueAccess,
    private readonly owing: DueOwing,
    private readonly clock: DueClock,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
    jobs: CommunityJobs,
  ) {
    this.look = jobs.add({
      name: 'dues.reminders',
      everyMs,
      failure: 'members could not be reminded',
      run: (tenant, now) => this.lookAt(tenant, now),
    });
  }

  /** @throws DUE_NOT_FOUND; USER_NOT_FOUND if `user` does not owe it */
  async remindNow(
    { tenant, user: { _id: author } }: SignedInCaller,
    { id, client_id, user }: CallArguments<typeof remindDue>,
  ): Promise<{ reminded: number }> {
    const due = await this.access.findManaged(tenant, id);
    const answerOf = ({ reminder_answers }: DueRow) =>
      reminder_answers.find((one) => one.author === author && one.client_id === client_id);
    const first = answerOf(due);
    if (first) return { reminded: first.reminded };
    const only = user === undefined ? undefined : (await this.access.findOwing(tenant, due, user))._id;
    return { reminded: await this.remind(tenant, due, new Date(), { only, answer: { author, client_id } }) };
  }

  private async lookAt(community: Tenant, now: Date): Promise<void> {
    const today = now.toISOString().slice(0, 10);
    // A zone may be a day ahead or behind.
    const [from, to] = [dateAfter(today, -maxDays - 1), dateAfter(today, maxDays + 1)];
    for (const { place, rows } of await this.dues.reminding(community, from, to))
      for (const due of rows.filter((row) => this.isTime(place, row, now))) await this.remind(place, due, now);
  }

  private isTime(tenant: Tenant, { payable_until, reminders, reminded_day }: DueRow, now: Date): boolean {
    const [day, hour] = [this.clock.day(tenant, now), this.clock.hour(tenant, now)];
    if (reminded_day === day || hour < firstHour || hour >= lastHour) return false;
    return reminders.some((days) => dateAfter(payable_until!, -days) === day);
  }

  private async remind(
    tenant: Tenant,
    due: DueRow,
    now: Date,
    { only, answer }: { only?: string | undefined; answer?: { author: string; client_id: string } } = {},
  ): Promise<number> {
    const day = this.clock.day(tenant, now);
    const [owing, states] = await Promise.all([this.owing.members(tenant, due), this.owing.statesOf(tenant, due)]);
    const open = owing.filter(({ id }) => !states.has(id) && (only === undefined || id === only)).map(({ id }) => id);
    return this.mutex.transaction(lockOf(due._id), async (session) => {
      const current = await this.access.findManaged(tenant, due._id, { session });
      const earlier = current.reminder_answers.find(
        (one) => one.author === answer?.author && one.client_id === answer.client_id,
      );
      if (earlier) return earlier.reminded;
      // Another process reminds of it.
      if (!answer && !(await this.dues.startReminding(tenant, due._id, day, { session }))) return 0;
      const reminded = await this.payments.remindedOn(tenant, due._id, day, { session });
      const users = open.filter((id) => !reminded.has(id));
      // A write of the due first: reminders in another process conflict with it.
      if (answer) await this.dues.addAnswer(tenant, due._id, { ...answer, reminded: users.length }, { session });
      for (let at = 0; at < users.length; at += batch) {
        const some = users.slice(at, at + batch);
        await this.payments.noteReminded(tenant, due._id, some, { at: now, day }, { session });
        await this.outbox.add(session, { kind: 'DueReminded', tenant, due: due._id, users: some, day });
      }
      return users.length;
    });
  }
}
