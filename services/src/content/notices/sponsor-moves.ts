import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { updateSponsor } from '@paddock/contract/calls/notice-writing';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorRepository } from './sponsor.repository.js';
import { namespaceKey, type SponsorRow } from './sponsor.schema.js';

type Move = Pick<CallArguments<typeof updateSponsor>, 'created' | 'swap_with'>;

/** Moves a notice one place up or down: it and its neighbour swap their stamps (specification B §4, ADR 0045). */
@Injectable()
export class SponsorMoves {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The first of the two updates swaps, the second finds its notice at the stamp that it asks for.
   *
   * @throws FORBIDDEN for members, and where the list is sorted; CONFLICT when another move came first
   */
  async move({ tenant, user, flags }: SignedInCaller, row: SponsorRow, { created, swap_with }: Move) {
    if (!isWorkplaceAdmin(user, tenant.workplace) || flags.sponsors_tab.sort_by !== undefined)
      throw new PaddockError('FORBIDDEN');
    if (created === undefined) throw refused('created');
    if (swap_with === undefined || swap_with === row._id) throw refused('swap_with');
    const stamp = Date.parse(created);
    return this.mutex.transaction(namespaceKey(tenant, row.namespace), async (session) => {
      const [own, other] = [
        await this.sponsors.byId(tenant, row._id, { session }),
        await this.sponsors.byId(tenant, swap_with, { session }),
      ];
      if (!own || other?.namespace !== own.namespace) throw new PaddockError('SPONSOR_NOT_FOUND');
      if (+own.created === stamp) return own;
      if (+other.created !== stamp || !(await this.areNeighbours(tenant, [own, other], session)))
        throw new PaddockError('CONFLICT');
      const moved = await this.sponsors.swap(tenant, own, other, { session });
      const facts = { kind: 'SponsorUpdated' as const, tenant, actor: user._id };
      await this.outbox.add(session, { ...facts, sponsor: own._id }, { ...facts, sponsor: other._id });
      return moved;
    });
  }

  /** Whether the list shows nothing between two notices: those of a deleted group are in it until they are erased. */
  private async areNeighbours(
    tenant: Tenant,
    [one, other]: readonly [SponsorRow, SponsorRow],
    session: ClientSession,
  ): Promise<boolean> {
    const stamps = [one.created, other.created];
    const except: string[] = [];
    for (;;) {
      const row = await this.sponsors.between(tenant, { namespace: one.namespace, stamps, except }, { session });
      if (!row) return true;
      if (row.group === undefined || (await this.access.withGroups(tenant, [row])).rows.length > 0) return false;
      except.push(row.group);
    }
  }
}

const refused = (field: 'created' | 'swap_with') =>
  new PaddockError('INVALID_INPUT', { fields: { [field]: `${field}_REQUIRED` } });
