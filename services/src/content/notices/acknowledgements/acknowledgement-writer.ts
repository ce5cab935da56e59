import { Injectable } from '@nestjs/common';
import type { Sponsor } from '@paddock/contract/calls/notices';
import type { ClientSession } from 'mongodb';
import type { UserRow } from '../../../community/users/user.schema.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { retryOnDuplicate } from '../../../infrastructure/mongo/retry-on-duplicate.js';
import { WriteBatcher } from '../../../infrastructure/mongo/write-batcher.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { SponsorAccess } from '../sponsor-access.js';
import { SponsorRepository } from '../sponsor.repository.js';
import type { SponsorRow } from '../sponsor.schema.js';
import { type SponsorViewer, SponsorViews } from '../sponsor-views.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { Audience } from './audience.js';

interface AcknowledgementRequest {
  caller: SponsorViewer;
  sponsor: string;
  version: number;
}
/** `refused` has an entry for each request. */
interface Decided {
  row: SponsorRow;
  refused: readonly (Refusal | undefined)[];
}
type Refusal = 'SPONSOR_NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT';

const maxBatch = 100;

/**
 * Writes acknowledgements. Concurrent ones of a notice share a transaction, one event and the queries for checks and replies
 * ({@link WriteBatcher}).
 */
@Injectable()
export class AcknowledgementWriter {
  private readonly batcher = new WriteBatcher<AcknowledgementRequest, Sponsor | Refusal>(
    (requests) => this.writeAll(requests),
    (batch) => batch.length < maxBatch,
  );

  constructor(
    private readonly rows: AcknowledgementRepository,
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly audience: Audience,
    private readonly views: SponsorViews,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Returns the notice with the caller's acknowledgement. A stored one stays as it is.
   * @throws SPONSOR_NOT_FOUND, FORBIDDEN outside the audience, or CONFLICT for a version that does not count
   */
  async write(request: AcknowledgementRequest): Promise<Sponsor> {
    const { community, workplace } = request.caller.tenant;
    const result = await this.batcher.add(JSON.stringify([community, workplace, request.sponsor]), request);
    if (typeof result === 'string') throw new PaddockError(result);
    return result;
  }

  private async writeAll(requests: readonly AcknowledgementRequest[]): Promise<(Sponsor | Refusal)[]> {
    const { tenant, flags } = requests[0]!.caller;
    const decided = await retryOnDuplicate(() => this.mongo.transaction((session) => this.store(requests, session)));
    if (!decided) return requests.map(() => 'SPONSOR_NOT_FOUND');
    const { row, refused } = decided;
    const viewers = usersOf(requests.filter((_, index) => !refused[index]));
    const { groups } = await this.access.withGroups(tenant, [row]);
    const viewOf = await this.views.forEach({ tenant, flags }, viewers, row, groups);
    return requests.map(({ caller }, index) => refused[index] ?? viewOf.get(caller.user._id)!);
  }

  /** Returns undefined for a missing notice. */
  private async store(
    requests: readonly AcknowledgementRequest[],
    session: ClientSession,
  ): Promise<Decided | undefined> {
    const { caller, sponsor } = requests[0]!;
    const { tenant } = caller;
    const row = await this.sponsors.byId(tenant, sponsor, { session });
    if (!row) return undefined;
    const refused = await this.refusals(tenant, requests, row);
    const ids = usersOf(requests).map(({ _id }) => _id);
    const stored = new Set((await this.rows.ofUsers(tenant, sponsor, ids, { session })).map(keyOf));
    const given = requests.flatMap(({ caller: { user }, version }, index) =>
      refused[index] ? [] : [{ user: user._id, version }],
    );
    const missing = given.filter((one) => !stored.has(keyOf(one)));
    const added = [...new Map(missing.map((one) => [keyOf(one), one])).values()];
    if (added.length > 0) {
      const at = new Date();
      await this.rows.addAll(tenant, sponsor, added, at, { session });
      const facts = { sponsor, namespace: row.namespace, acknowledged: at.toISOString(), given: added };
      await this.outbox.add(session, { kind: 'SponsorAcknowledged', tenant, ...facts });
    }
    return { row, refused };
  }

  private async refusals(
    tenant: Tenant,
    requests: readonly AcknowledgementRequest[],
    row: SponsorRow,
  ): Promise<(Refusal | undefined)[]> {
    const { version: newest, acknowledge } = row;
    const readers = new Set((await this.access.readersAmong(tenant, usersOf(requests), row)).readers);
    return Promise.all(
      requests.map(async ({ caller: { user }, version }) => {
        if (!readers.has(user)) return 'SPONSOR_NOT_FOUND';
        if (!acknowledge || !(await this.audience.includes(tenant, user, row))) return 'FORBIDDEN';
        return version <= newest && version >= acknowledge.required_version ? undefined : 'CONFLICT';
      }),
    );
  }
}

const usersOf = (requests: readonly AcknowledgementRequest[]): UserRow[] => requests.map(({ caller }) => caller.user);
const keyOf = ({ user, version }: { user: string; version: number }) => `${user} ${version}`;
