import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { updateSponsor } from '@paddock/contract/calls/notice-writing';
import type { Sponsor } from '@paddock/contract/calls/notices';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { mayEdit, SponsorAccess } from './sponsor-access.js';
import { commentKind } from './sponsor-comments.js';
import { SponsorMoves } from './sponsor-moves.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';
import { SponsorsService } from './sponsors.service.js';
import { SponsorChange } from './sponsor-change.js';
import { namespaceKey } from './sponsor.schema.js';

/** Changes and deletes notices. */
@Injectable()
export class SponsorWriter {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly moves: SponsorMoves,
    private readonly change: SponsorChange,
    private readonly reading: SponsorsService,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  async update(caller: SignedInCaller, input: CallArguments<typeof updateSponsor>): Promise<Sponsor> {
    const { tenant, user } = caller;
    const row = await this.access.find(caller, input.id, input.namespace);
    if (!mayEdit(user, row)) throw new PaddockError('FORBIDDEN');
    if (input.swap_with !== undefined || input.created !== undefined)
      return this.reading.one(caller, await this.moves.move(caller, row, input));
    const { before, after } = await this.mutex.transaction(namespaceKey(tenant, row.namespace), (session) =>
      this.change.store(caller, input, session),
    );
    const filesAfter = [...after.images, ...after.files];
    for (const file of filesOf(before)) if (!filesAfter.includes(file)) await this.files.delete(tenant, file);
    return this.reading.one(caller, after);
  }

  async delete(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    await this.remove(caller.tenant, await this.access.find(caller, id), caller.user._id);
    return { ok: true };
  }

  /** Deletes a notice; versions and acknowledgements stay (ADR 0046). @throws SPONSOR_NOT_FOUND */
  async remove(
    tenant: Tenant,
    { _id: sponsor, namespace }: Pick<SponsorRow, '_id' | 'namespace'>,
    actor: string,
  ): Promise<void> {
    const removed = await this.mutex.transaction(namespaceKey(tenant, namespace), async (session) => {
      const row = await this.sponsors.byId(tenant, sponsor, { session });
      if (!row || !(await this.sponsors.delete(tenant, sponsor, { session })))
        throw new PaddockError('SPONSOR_NOT_FOUND');
      const { group, hidden, owner } = row;
      const was = { namespace, hidden, ...(group && { group }), ...(owner && { owner }) };
      await this.outbox.add(
        session,
        { kind: 'SponsorDeleted', tenant, sponsor, actor, was },
        { kind: 'SubjectDeleted', tenant, subject: { kind: commentKind, id: sponsor } },
      );
      return row;
    });
    for (const file of filesOf(removed)) await this.files.delete(tenant, file);
  }
}

const filesOf = ({ images, files }: SponsorRow) => [...images, ...files];
