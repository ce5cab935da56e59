import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { createSponsor } from '@paddock/contract/calls/notice-writing';
import type { Sponsor } from '@paddock/contract/calls/notices';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { SponsorVersionRepository } from './acknowledgements/version.repository.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorFieldRules } from './sponsor-fields.js';
import { SponsorRepository } from './sponsor.repository.js';
import { SponsorsService } from './sponsors.service.js';
import { factsOf } from './sponsor-change.js';
import { namespaceKey } from './sponsor.schema.js';

/** Creates notices. */
@Injectable()
export class SponsorCreation {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly versions: SponsorVersionRepository,
    private readonly rules: SponsorFieldRules,
    private readonly access: SponsorAccess,
    private readonly reading: SponsorsService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first notice. */
  async create(
    caller: SignedInCaller,
    { client_id, namespace: named, ...input }: CallArguments<typeof createSponsor>,
  ): Promise<Sponsor> {
    const { tenant, user } = caller;
    const namespace = this.access.namespaceOf(caller, named);
    const { row } = await once(
      () => this.sponsors.byClientId(tenant, user._id, client_id),
      async () => {
        const fields = await this.rules.checked(caller, input);
        const acknowledge =
          input.acknowledge && (await this.rules.acknowledge(tenant, input.acknowledge, { version: 1 }));
        return this.mutex.transaction(namespaceKey(tenant, namespace), async (session) => {
          const _id = newId();
          const options = { session, known: [] };
          const images = await this.rules.attach(caller, _id, input.image_urls, { ...options, imagesOnly: true });
          const files = await this.rules.attach(caller, _id, input.files, options);
          const created = await this.sponsors.nextStamp(tenant, namespace, { session });
          const own = { _id, namespace, author: user._id, client_id, images, files, version: 1, created };
          const added = await this.sponsors.add(tenant, { ...fields, ...own, acknowledge }, { session });
          if (acknowledge) await this.versions.keep(tenant, added, { session });
          if (!added.hidden) await this.outbox.add(session, { kind: 'SponsorPosted', ...factsOf(caller, added) });
          return added;
        });
      },
    );
    return this.reading.one(caller, row);
  }
}
