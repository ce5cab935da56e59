import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { createSponsor, updateSponsor } from '@paddock/contract/calls/notice-writing';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { DomainEventFacts } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { sameContent, SponsorVersionRepository } from './acknowledgements/version.repository.js';
import { mayEdit, SponsorAccess } from './sponsor-access.js';
import { commentKind } from './sponsor-comments.js';
import { SponsorFieldRules, type SponsorInput } from './sponsor-fields.js';
import { SponsorMoves } from './sponsor-moves.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';
import { SponsorsService } from './sponsors.service.js';

type Update = CallArguments<typeof updateSponsor>;
/** A notice before and after an update. */
interface Change {
  before: SponsorRow;
  after: SponsorRow;
}

/** Creates, changes and deletes notices. */
@Injectable()
export class SponsorWriter {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly versions: SponsorVersionRepository,
    private readonly rules: SponsorFieldRules,
    private readonly access: SponsorAccess,
    private readonly moves: SponsorMoves,
    private readonly reading: SponsorsService,
    private readonly files: FilesService,
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
        return this.inNamespace(tenant, namespace, async (session) => {
          const _id = newId();
          const options = { session, known: [] };
          const images = await this.rules.attach(caller, _id, input.image_urls, { ...options, imagesOnly: true });
          const files = await this.rules.attach(caller, _id, input.files, options);
          const created = await this.nextStamp(tenant, namespace, session);
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

  async update(caller: SignedInCaller, input: Update): Promise<Sponsor> {
    const { tenant, user } = caller;
    const row = await this.access.find(caller, input.id, input.namespace);
    if (!mayEdit(user, row)) throw new PaddockError('FORBIDDEN');
    if (input.swap_with !== undefined || input.created !== undefined)
      return this.reading.one(caller, await this.moves.move(caller, row, input));
    const { before, after } = await this.inNamespace(tenant, row.namespace, (session) =>
      this.store(caller, input, session),
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
    const removed = await this.inNamespace(tenant, namespace, async (session) => {
      const row = await this.sponsors.byId(tenant, sponsor, { session });
      if (!row || !(await this.sponsors.delete(tenant, sponsor, { session })))
        throw new PaddockError('SPONSOR_NOT_FOUND');
      const { group, hidden } = row;
      await this.outbox.add(
        session,
        { kind: 'SponsorDeleted', tenant, sponsor, actor, was: { namespace, hidden, ...(group && { group }) } },
        { kind: 'SubjectDeleted', tenant, subject: { kind: commentKind, id: sponsor } },
      );
      return row;
    });
    for (const file of filesOf(removed)) await this.files.delete(tenant, file);
  }

  /** Changes the row as it is in the transaction: another change may have come first. */
  private async store(caller: SignedInCaller, input: Update, session: ClientSession): Promise<Change> {
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
    const stamp = isPublished ? await this.nextStamp(tenant, before.namespace, session) : undefined;
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
    if (former.former) await this.outbox.add(session, { kind: 'SubjectNarrowed', tenant, subject });
    if (isPublished) await this.outbox.add(session, { kind: 'SponsorPosted', ...facts, ...(asks && { asks }) });
    return { before, after };
  }

  /** One after another in a namespace, since each new notice gets a later stamp than all others. */
  private inNamespace<T>(tenant: Tenant, namespace: string, work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mutex.transaction(`sponsors ${tenant.community} ${tenant.workplace} ${namespace}`, work);
  }

  private async nextStamp(tenant: Tenant, namespace: string, session: ClientSession): Promise<Date> {
    return new Date(Math.max(Date.now(), (await this.sponsors.newestStamp(tenant, namespace, { session })) + 1));
  }
}

const filesOf = ({ images, files }: SponsorRow) => [...images, ...files];

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
const factsOf = ({ tenant, user }: SignedInCaller, { _id, acknowledge }: SponsorRow) => ({
  ...{ tenant, sponsor: _id, actor: user._id },
  ...(acknowledge && { asks: acknowledge.required_version }),
});

/** Whether the audience has no new members after a change. */
function asksTheSame(before: SponsorRow, after: SponsorRow): boolean {
  const asked = ({ group, acknowledge }: SponsorRow) =>
    acknowledge && [group, acknowledge.required_version, acknowledge.groups, acknowledge.roles];
  return isDeepStrictEqual(asked(before), asked(after));
}

/** The readers before a change, if some of them may no longer read the notice. */
function formerReaders(before: SponsorRow, after: SponsorRow): Pick<DomainEventFacts['SponsorUpdated'], 'former'> {
  const isNarrower = (after.group !== undefined && after.group !== before.group) || (after.hidden && !before.hidden);
  return isNarrower && !before.hidden ? { former: { ...(before.group && { group: before.group }) } } : {};
}
