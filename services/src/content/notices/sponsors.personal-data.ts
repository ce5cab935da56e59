import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { AcknowledgementRepository } from './acknowledgements/acknowledgement.repository.js';
import { SponsorMarkRepository } from './read-mark.repository.js';
import { SponsorRepository } from './sponsor.repository.js';

/**
 * Exports a member's notices and acknowledgements. Erasure leaves the notices without owner, and the acknowledgements without the
 * member (ADR 0046).
 */
@Injectable()
export class SponsorsPersonalData implements OnModuleInit {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly marks: SponsorMarkRepository,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'notices', async (tenant, { _id: user }) => {
      const sponsors = await this.sponsors.ofOwner(tenant, user);
      const acknowledgements = await this.acknowledgements.everywhere(tenant, user);
      return {
        notices: sponsors.map((row) => {
          const { _id: id, workplace, namespace, title, desc, url, url2, email, phone, posted } = row;
          const { twitter_handle, location, custom_field_0, custom_field_1, custom_field_2 } = row;
          const more = { twitter_handle, location, custom_field_0, custom_field_1, custom_field_2 };
          return { id, workplace, namespace, title, desc, url, url2, email, phone, ...more, posted };
        }),
        acknowledgements: acknowledgements.map(({ workplace, sponsor, version, at }) => {
          return { workplace, notice: sponsor, version, at };
        }),
      };
    });
    this.extensions.provide('forget', 'notices', async (tenant, { _id: user }) => {
      await this.sponsors.forgetMember(tenant, user);
      await this.marks.forget(tenant, user);
      await this.acknowledgements.erase(tenant, user);
    });
  }
}
