import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { exportAcknowledgements, readAcknowledgements } from '@paddock/contract/calls/acknowledgements';
import { hourMs } from '@paddock/contract/core/durations';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { UserCards } from '../../../community/users/user-cards.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { SponsorAccess } from '../sponsor-access.js';
import type { Acknowledge, SponsorRow } from '../sponsor.schema.js';
import { type AcknowledgementRow, AcknowledgementRepository } from './acknowledgement.repository.js';
import { Audience } from './audience.js';
import { csvOf } from '../../../infrastructure/csv.js';
import { SponsorVersionRepository } from './version.repository.js';

/** Admins can remind once in this time: an hour. */
export const remindEveryMs = hourMs;

/** A member of the audience with the acknowledgement that counts, if any. */
interface Answer {
  user: UserRow;
  acknowledged: AcknowledgementRow | undefined;
}
type Asking = SponsorRow & { acknowledge: Acknowledge };

/** Lists for admins which acknowledgements of notices are given and which are missing. */
@Injectable()
export class AcknowledgementsService {
  constructor(
    private readonly rows: AcknowledgementRepository,
    private readonly versions: SponsorVersionRepository,
    private readonly audience: Audience,
    private readonly access: SponsorAccess,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
  ) {}

  /** Whether a notice still waits for this member's acknowledgement. */
  async isOpen(tenant: Tenant, user: UserRow, row: SponsorRow): Promise<boolean> {
    if (!(await this.audience.includes(tenant, user, row))) return false;
    return !counting(await this.rows.ofUser(tenant, user._id, [row._id]), row).has(user._id);
  }

  /** Ids of the members whose acknowledgement a notice waits for. */
  async openMembers(tenant: Tenant, row: SponsorRow): Promise<string[]> {
    const answers = await this.answers(tenant, row);
    return answers.flatMap(({ user, acknowledged }) => (acknowledged ? [] : [user._id]));
  }

  async list(
    caller: SignedInCaller,
    { id, which, count, page }: CallArguments<typeof readAcknowledgements>,
  ): Promise<CallReply<typeof readAcknowledgements>> {
    const { tenant, user: viewer } = caller;
    const row = await this.asking(caller, id);
    const answers = await this.answers(tenant, row);
    const done = answers.filter(({ acknowledged }) => acknowledged !== undefined);
    const shown = which === 'acknowledged' ? done : answers.filter(({ acknowledged }) => acknowledged === undefined);
    const rest = shown.filter(({ user }) => page === undefined || keyOf(user) > page);
    const members = rest.slice(0, count);
    const { until, required_version, reminded } = row.acknowledge;
    return {
      ...{ title: row.title, version: row.version, required_version, until: until?.toISOString() },
      counts: { expected: answers.length, acknowledged: done.length, open: answers.length - done.length },
      members: members.map(({ user, acknowledged }) => ({
        user: this.cards.card(tenant, viewer._id, user),
        version: acknowledged?.version,
        acknowledged: acknowledged?.at.toISOString(),
      })),
      next: rest.length > count ? keyOf(members.at(-1)!.user) : null,
      reminded: reminded?.toISOString(),
      remind_from: reminded && new Date(+reminded + remindEveryMs).toISOString(),
    };
  }

  /** Every acknowledgement of every version, then those who are missing. */
  async export(
    caller: SignedInCaller,
    { id }: CallArguments<typeof exportAcknowledgements>,
  ): Promise<CallReply<typeof exportAcknowledgements>> {
    const { tenant } = caller;
    const row = await this.asking(caller, id);
    const [rows, digests, answers] = await Promise.all([
      this.rows.ofSponsor(tenant, id),
      this.versions.digests(tenant, id),
      this.answers(tenant, row),
    ]);
    const ids = rows.map(({ user }) => user);
    const userOf = new Map((await this.users.byIds(tenant, ids)).map((user) => [user._id, user]));
    const nameOf = (user: UserRow | undefined) => [user?.fullname ?? '', user?.username ?? '', user?.email ?? ''];
    const open = answers.filter(({ acknowledged }) => acknowledged === undefined);
    const csv = csvOf([
      ['name', 'username', 'email', 'acknowledged', 'version', 'sha256'],
      ...rows.map(({ user, at, version }) => [
        ...nameOf(userOf.get(user)),
        ...[at.toISOString(), String(version), digests.get(version) ?? ''],
      ]),
      ...open.map(({ user }) => [...nameOf(user), '', '', '']),
    ]);
    return { name: `acknowledgements-${id}.csv`, csv };
  }

  /** A notice that asks for acknowledgements. @throws SPONSOR_NOT_FOUND, CONFLICT */
  async asking(caller: SignedInCaller, id: string): Promise<Asking> {
    const row = await this.access.find(caller, id);
    if (!row.acknowledge) throw new PaddockError('CONFLICT');
    return row as Asking;
  }

  /** The audience by name, each with the acknowledgement that counts. */
  private async answers(tenant: Tenant, row: SponsorRow): Promise<Answer[]> {
    const users = await this.audience.of(tenant, row);
    const rows = await this.rows.ofUsers(
      tenant,
      row._id,
      users.map(({ _id }) => _id),
    );
    const answered = counting(rows, row);
    const answers = users.map((user) => ({ user, acknowledged: answered.get(user._id) }));
    return answers.toSorted((a, b) => (keyOf(a.user) < keyOf(b.user) ? -1 : 1));
  }
}

/** Orders by name, equal names by id. */
const keyOf = ({ sort_keys, _id }: UserRow) => `${sort_keys.fullname} ${_id}`;

/** The first acknowledgement of each member that counts now. */
function counting(rows: readonly AcknowledgementRow[], { acknowledge }: SponsorRow): Map<string, AcknowledgementRow> {
  const valid = rows.filter(({ version }) => acknowledge && version >= acknowledge.required_version);
  return new Map(valid.toSorted((a, b) => +b.at - +a.at).map((row) => [row.user, row]));
}
