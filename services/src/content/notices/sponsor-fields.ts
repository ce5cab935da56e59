import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { type createSponsor, maxSponsorFiles, sponsorForm } from '@paddock/contract/calls/notice-writing';
import type { ErrorCode } from '@paddock/contract/core/errors';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { SponsorFields } from './sponsor.repository.js';
import type { Acknowledge, SponsorRow } from './sponsor.schema.js';

/** The fields of the create and the update form. */
export type SponsorInput = Omit<CallArguments<typeof createSponsor>, 'client_id' | 'namespace'>;
type AcknowledgeInput = NonNullable<SponsorInput['acknowledge']>;

const defaultColor = '#2a6fdb';

/** The rules of a notice's fields that need the database. */
@Injectable()
export class SponsorFieldRules {
  constructor(
    private readonly groups: ConversationRepository,
    private readonly visibility: UserVisibility,
    private readonly files: FilesService,
  ) {}

  /** The stored form of a notice's fields, without files and acknowledgement. @throws with the faulty field */
  async checked(caller: SignedInCaller, input: SponsorInput, before?: SponsorRow): Promise<SponsorFields> {
    const { title, desc = '', tags = [], color = defaultColor, hidden = false } = input;
    const { custom_field_0, custom_field_1, custom_field_2, location, sort_by, url, url2 } = input;
    checkCustomFields({ custom_field_0, custom_field_1, custom_field_2 });
    const group = input.group === everybodyGroupId ? undefined : input.group;
    if ((input.image_urls?.length ?? 0) + (input.files?.length ?? 0) > maxSponsorFiles)
      throw new PaddockError('TOO_MANY_FILES', { fields: { files: 'TOO_MANY_FILES' } });
    if (group !== undefined && group !== before?.group) await this.checkGroup(caller.tenant, 'group', group);
    // A notice whose owner's account is gone stays without one.
    const owner = input.owner ?? (before ? undefined : caller.user._id);
    if (owner !== undefined && owner !== before?.owner && owner !== caller.user._id)
      await this.checkOwner(caller, owner);
    const texts = { url, url2, email: input.email, phone: input.phone };
    const twitter_handle = input.twitter_handle?.replace(/^@/, '');
    const more = { twitter_handle, location, sort_by, custom_field_0, custom_field_1, custom_field_2 };
    // '' removes a text.
    const written = Object.fromEntries(Object.entries({ ...texts, ...more }).filter(([, text]) => text));
    return {
      title,
      desc,
      color,
      tags: [...new Set(tags)],
      hidden,
      ...(group && { group }),
      ...(owner && { owner }),
      ...written,
    };
  }

  /** @throws INVALID_END_DATE, GROUP_NOT_FOUND */
  async acknowledge(
    tenant: Tenant,
    { until, groups = [], roles = [] }: AcknowledgeInput,
    { before, version }: { before?: Acknowledge | undefined; version: number },
  ): Promise<Acknowledge> {
    const isKept = before?.until?.toISOString() === until;
    if (until !== undefined && !isKept && Date.parse(until) < Date.now())
      throw new PaddockError('INVALID_END_DATE', { fields: { acknowledge: 'INVALID_END_DATE' } });
    for (const group of groups)
      if (!before?.groups.includes(group)) await this.checkGroup(tenant, 'acknowledge', group);
    return {
      ...(until !== undefined && { until: new Date(until) }),
      groups: [...new Set(groups)],
      roles: [...new Set(roles)],
      required_version: version,
      ...(before?.reminded && { reminded: before.reminded }),
    };
  }

  /** Attaches new uploads in the notice's transaction; files that the notice already has stay. */
  async attach(
    { tenant, user }: SignedInCaller,
    id: string,
    addresses: readonly string[] | undefined,
    { known, ...options }: InSession & { known: readonly string[]; imagesOnly?: boolean },
  ): Promise<string[]> {
    if (addresses === undefined) return [...known];
    return this.files.attach(tenant, user._id, addresses, { kind: 'sponsor', id }, { ...options, known });
  }

  private async checkGroup(tenant: Tenant, field: 'group' | 'acknowledge', id: string): Promise<void> {
    const group = await this.groups.headById(tenant, id);
    if (group?.kind !== 'group') throw new PaddockError('GROUP_NOT_FOUND', { fields: { [field]: 'GROUP_NOT_FOUND' } });
  }

  private async checkOwner(caller: SignedInCaller, owner: string): Promise<void> {
    await this.visibility.find(caller, owner).catch(() => {
      throw new PaddockError('USER_NOT_FOUND', { fields: { owner: 'USER_NOT_FOUND' } });
    });
  }
}

const customFields = sponsorForm.pick({ custom_field_0: true, custom_field_1: true, custom_field_2: true });

/** @throws INVALID_CUSTOM_FIELD_n of the first that is too long, with the fields */
function checkCustomFields(given: Record<keyof typeof customFields.shape, string | undefined>): void {
  const parsed = customFields.safeParse(given);
  if (parsed.success) return;
  const fields = fieldCodes(parsed.error);
  throw new PaddockError(Object.values(fields)[0] as ErrorCode, { fields });
}
