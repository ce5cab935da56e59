import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  type Classified,
  classifiedForm,
  type createClassified,
  type updateClassified,
} from '@paddock/contract/calls/classifieds';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { lifetimeMessage } from '../../infrastructure/errors/messages.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedAccess } from './classified-access.js';
import { ClassifiedRepository } from './classified.repository.js';
import type { ClassifiedRow } from './classified.schema.js';
import { ClassifiedViews } from './classified-views.js';

type Reply = Promise<{ classified: Classified }>;

/** Codes that a refused form has as a whole, the first one found. */
const formCodes = ['MISSING_FIELD', 'INVALID_LIFETIME', 'TOO_MANY_FILES'] as const;

/** Creates, changes, renews and deletes ads. */
@Injectable()
export class ClassifiedWriter {
  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly access: ClassifiedAccess,
    private readonly views: ClassifiedViews,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first ad. */
  async create(caller: SignedInCaller, { client_id, ...given }: CallArguments<typeof createClassified>): Reply {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.ads.byClientId(tenant, user._id, client_id),
      () => {
        const { image_urls = [], ...fields } = checked(caller, given);
        return this.mongo.transaction(async (session) => {
          const _id = newId();
          const pictures = { session, imagesOnly: true, known: [] };
          const to = { kind: 'classified', id: _id } as const;
          const images = await this.files.attach(tenant, user._id, image_urls, to, pictures);
          const added = await this.ads.add(tenant, { _id, ...fields, images, owner: user._id, client_id }, { session });
          await this.outbox.add(session, { kind: 'ClassifiedPosted', tenant, classified: _id, actor: user._id });
          return added;
        });
      },
    );
    return { classified: await this.views.one(caller, row) };
  }

  async update(caller: SignedInCaller, { id, ...changes }: CallArguments<typeof updateClassified>): Reply {
    const { tenant, user } = caller;
    const { before, after } = await this.mutex.transaction(id, async (session) => {
      const row = await this.access.managed(caller, id, { session });
      const { title, desc, category } = row;
      const stays = isWithin(caller, row.lifetime) || changes.lifetime !== undefined;
      const former = { title, desc, category, ...(stays && { lifetime: row.lifetime }) };
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const { image_urls, lifetime, ...fields } = checked(caller, { ...former, ...given }, category);
      const pictures = { session, imagesOnly: true, known: row.images };
      const images = image_urls
        ? await this.files.attach(tenant, user._id, image_urls, { kind: 'classified', id }, pictures)
        : row.images;
      const term = lifetime === row.lifetime ? undefined : lifetime;
      const changed = await this.ads.update(tenant, id, { ...fields, images }, { session, lifetime: term });
      if (!changed) throw new PaddockError('CLASSIFIED_NOT_FOUND');
      await this.outbox.add(session, { kind: 'ClassifiedUpdated', tenant, classified: id, actor: user._id });
      return { before: row, after: changed };
    });
    for (const file of before.images) if (!after.images.includes(file)) await this.files.delete(tenant, file);
    return { classified: await this.views.one(caller, after) };
  }

  async renew(caller: SignedInCaller, id: string): Reply {
    const row = await this.access.managed(caller, id);
    if (row.owner !== caller.user._id) throw new PaddockError('FORBIDDEN');
    const renewed = await this.beginTerm(caller, row);
    if (renewed) return { classified: await this.views.one(caller, renewed) };
    // Renewed or deleted by another call at the same moment.
    return { classified: await this.views.one(caller, await this.access.managed(caller, id)) };
  }

  /** Begins a new term of the ad, if nothing else has ended the current one; undefined otherwise. */
  async beginTerm(
    { tenant, flags }: Pick<SignedInCaller, 'tenant' | 'flags'>,
    row: ClassifiedRow,
  ): Promise<ClassifiedRow | undefined> {
    const { lifetime_min, lifetime_max } = flags.classifieds_tab;
    const lifetime = Math.min(Math.max(row.lifetime, lifetime_min), lifetime_max);
    return this.mutex.transaction(row._id, async (session) => {
      const renewed = await this.ads.renew(tenant, row, lifetime, { session });
      const event = { kind: 'ClassifiedUpdated', tenant, classified: row._id, actor: row.owner } as const;
      if (renewed) await this.outbox.add(session, event);
      return renewed ?? undefined;
    });
  }

  async delete(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    const row = await this.access.managed(caller, id);
    if (!(await this.remove(caller.tenant, row, caller.user._id))) throw new PaddockError('CLASSIFIED_NOT_FOUND');
    return { ok: true };
  }

  /** Deletes an ad with its pictures; `actor` is '' for a sweep. False if it was deleted before. */
  async remove(tenant: Tenant, { _id: id }: Pick<ClassifiedRow, '_id'>, actor: string): Promise<boolean> {
    const images = await this.mutex.transaction(id, async (session) => {
      const row = await this.ads.byId(tenant, id, { session });
      if (!row || !(await this.ads.delete(tenant, id, { session }))) return undefined;
      const expires = row.expires.toISOString();
      await this.outbox.add(session, { kind: 'ClassifiedDeleted', tenant, classified: id, actor, expires });
      return row.images;
    });
    for (const file of images ?? []) await this.files.delete(tenant, file);
    return images !== undefined;
  }
}

function isWithin({ flags }: SignedInCaller, lifetime: number): boolean {
  const { lifetime_min, lifetime_max } = flags.classifieds_tab;
  return lifetime >= lifetime_min && lifetime <= lifetime_max;
}

/** @throws MISSING_FIELD, INVALID_LIFETIME, TOO_MANY_FILES or INVALID_INPUT, each with the fields */
function checked({ flags, language }: SignedInCaller, given: object, keeps?: string) {
  const parsed = classifiedForm(flags, keeps).safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = fieldCodes(parsed.error);
  const code = formCodes.find((one) => Object.values(fields).includes(one)) ?? 'INVALID_INPUT';
  if (code !== 'INVALID_LIFETIME') throw new PaddockError(code, { fields });
  const { lifetime_min, lifetime_max } = flags.classifieds_tab;
  throw new PaddockError(code, { fields, message: lifetimeMessage(language, lifetime_min, lifetime_max) });
}
