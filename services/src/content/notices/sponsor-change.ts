import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { updateSponsor } from '@paddock/contract/calls/notice-writing';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { DomainEventFacts } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { sameContent, SponsorVersionRepository } from './acknowledgements/version.repository.js';
import { mayEdit } from './sponsor-access.js';
import { commentKind } from './sponsor-comments.js';
import { SponsorFieldRules, type SponsorInput } from './sponsor-fields.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';

type Update = CallArguments<typeof updateSponsor>;
/** A notice before and after an update. */
interface Change {
  before: SponsorRow;
  after: SponsorRow;
}

/** Stores a member's changes of a notice. */
@Injectable()
export class SponsorChange {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly versions: SponsorVersionRepository,
    private readonly rules: SponsorFieldRules,
    private readonly outbox: Outbox,
  ) {}

  /** Changes the row as it is in the transaction: another change may have come first. */
  async store(caller: SignedInCaller, input: Update, session: ClientSession): Promise<Change> {
    const { tenant, user } = caller;
    const options = { session };
    const before = await this.sponsors.byId(tenant, input.id, options);
    if (!before) throw new PaddockError('SPONSOR_NOT_FOUND');
    if (!mayEdit(user, before)) throw new PaddockError('FORBIDDEN');
    checkAdminFields(input, before, isWorkplaceAdmin(user, tenant.workplace));
    const merged = mergedInput(before, input);
    const fields = await this.rules.checked(caller, merged, before);
    const isEmptied = (name: 'image_urls' | 'files') => input.remove_fields?.includes(name) === true;
    const listOf = (name: 'image_urls' | 'files') => (isEmptied(name) ? [] : input[name]);
    const images = await this.rules.attach(caller, input.id, listOf('image_urls'), {
      ...{ session, known: before.images, imagesOnly: true },
    });
    const files = await this.rules.attach(caller, input.id, listOf('files'), { session, known: before.files });
    const draft: SponsorRow = { ...withoutForm(before), ...fields, images, files };
    const version = sameContent(before, draft) ? before.version : before.version + 1;
    const asked = before.acknowledge;
    const required = asked && !(input.again && version > before.version) ? asked.required_version : version;
    const acknowledge =
      merged.acknowledge &&
      (await this.rules.acknowledge(tenant, merged.acknowledge, { before: asked, version: required }));
    const isPublished = before.hidden && !draft.hidden;
    const stamp = isPublished ? await this.sponsors.nextStamp(tenant, before.namespace, options) : undefined;
    const change = { ...fields, images, files, version, ...(acknowledge && { acknowledge }) };
    const after = await this.sponsors.update(
      tenant,
      input.id,
      { ...change, ...(stamp && { created: stamp, posted: stamp }) },
      options,
    );
    if (!after) throw new PaddockError('SPONSOR_NOT_FOUND');
    if (acknowledge) await this.versions.keep(tenant, after, options);
    const { asks, ...facts } = factsOf(caller, after);
    const isAsking = asks !== undefined && !after.hidden && !isPublished && !asksTheSame(before, after);
    const former = formerReaders(before, after);
    await this.outbox.add(session, { kind: 'SponsorUpdated', ...facts, ...(isAsking && { asks }), ...former });
    const subject = { kind: commentKind, id: after._id };
    if (former.former || former.former_owner)
      await this.outbox.add(session, { kind: 'SubjectNarrowed', tenant, subject });
    if (isPublished) await this.outbox.add(session, { kind: 'SponsorPosted', ...facts, ...(asks && { asks }) });
    return { before, after };
  }
}

const formFields = [
  ...(['title', 'desc', 'url', 'url2', 'email', 'phone', 'twitter_handle', 'location', 'color', 'tags'] as const),
  ...(['custom_field_0', 'custom_field_1', 'custom_field_2', 'group', 'owner', 'hidden', 'sort_by'] as const),
];
type FormField = (typeof formFields)[number];
const pickedFields = (row: SponsorRow) =>
  Object.fromEntries(formFields.map((name) => [name, row[name]])) as Pick<SponsorRow, FormField>;
const withoutForm = (row: SponsorRow) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !(formFields as readonly string[]).includes(name)),
  ) as unknown as Omit<SponsorRow, FormField>;

/** @throws FORBIDDEN when an owner without admin rights changes a field that only admins may change. */
function checkAdminFields(input: Update, row: SponsorRow, isAdmin: boolean): void {
  const isSame = (name: 'owner' | 'group') => input[name] === undefined || input[name] === (row[name] ?? '0');
  const keeps = isSame('owner') && isSame('group') && (input.hidden ?? row.hidden) === row.hidden;
  const removes = input.remove_fields?.some((name) => name === 'group' || name === 'acknowledge') === true;
  if (!isAdmin && (!keeps || removes || input.acknowledge !== undefined || input.again === true))
    throw new PaddockError('FORBIDDEN');
}

/** The row as its form would send it, with the changes. */
function mergedInput(row: SponsorRow, { remove_fields = [], ...input }: Update): SponsorInput {
  const { until, groups, roles } = row.acknowledge ?? { groups: [], roles: [] };
  const acknowledge = row.acknowledge && { groups, roles, ...(until && { until: until.toISOString() }) };
  const stored = { ...pickedFields(row), acknowledge, image_urls: row.images, files: row.files };
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const merged = { ...stored, ...given } as SponsorInput & Partial<Record<string, unknown>>;
  for (const name of remove_fields) delete merged[name];
  return merged;
}

/** What the events about a notice say of it. */
export const factsOf = ({ tenant, user }: SignedInCaller, { _id, acknowledge }: SponsorRow) => ({
  ...{ tenant, sponsor: _id, actor: user._id },
  ...(acknowledge && { asks: acknowledge.required_version }),
});

/** Whether the audience has no new members after a change. */
function asksTheSame(before: SponsorRow, after: SponsorRow): boolean {
  const asked = ({ group, acknowledge }: SponsorRow) =>
    acknowledge && [group, acknowledge.required_version, acknowledge.groups, acknowledge.roles];
  return isDeepStrictEqual(asked(before), asked(after));
}

/** The readers and the owner before a change, if some of them may no longer read the notice. */
function formerReaders(
  before: SponsorRow,
  after: SponsorRow,
): Pick<DomainEventFacts['SponsorUpdated'], 'former' | 'former_owner'> {
  const isNarrower = (after.group !== undefined && after.group !== before.group) || (after.hidden && !before.hidden);
  return {
    ...(isNarrower && !before.hidden && { former: { ...(before.group && { group: before.group }) } }),
    ...(before.owner && before.owner !== after.owner && { former_owner: before.owner }),
  };
}
