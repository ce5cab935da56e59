import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { type createLink, type Link, type LinkForm, linkForm, type updateLink } from '@paddock/contract/calls/links';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { LinkAccess } from './link-access.js';
import { type LinkFields, LinkRepository } from './link.repository.js';
import type { LinkRow } from './link.schema.js';
import { LinksService } from './links.service.js';

type Reply = Promise<{ link: Link }>;

/** Adds, changes and deletes links. The permission of each call checks the role. */
@Injectable()
export class LinkWriter {
  constructor(
    private readonly rows: LinkRepository,
    private readonly access: LinkAccess,
    private readonly links: LinksService,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first link. @throws CONFLICT for a link too many */
  async create(caller: SignedInCaller, { client_id, ...given }: CallArguments<typeof createLink>): Reply {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.rows.byClientId(tenant, user._id, client_id),
      async () => {
        const form = await this.checked(caller, given);
        return this.mutex.transaction(`links ${tenant.community} ${tenant.workplace}`, async (session) => {
          // The same request at the same time has attached the files by now.
          const first = await this.rows.byClientId(tenant, user._id, client_id, { session });
          if (first) return first;
          if (await this.rows.isFull(tenant, { session })) throw new PaddockError('CONFLICT');
          const _id = newId();
          const fields = await this.stored(caller, _id, form, { session });
          await this.outbox.add(session, { kind: 'LinksChanged', tenant });
          return this.rows.add(tenant, { _id, ...present(fields), author: user._id, client_id }, { session });
        });
      },
    );
    return { link: await this.links.view(caller, row) };
  }

  /** @throws NOT_FOUND */
  async update(caller: SignedInCaller, { id, ...changes }: CallArguments<typeof updateLink>): Reply {
    const { tenant } = caller;
    const { before, after } = await this.mutex.transaction(id, async (session) => {
      const row = await this.rows.byId(tenant, id, { session });
      if (!row) throw new PaddockError('NOT_FOUND');
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      // A page may have left the web view's list since: the link opens in a new window then (ADR 0049).
      const isNamed = 'in_app' in given || 'url' in given;
      const before = { ...(await this.formOf(caller, row)), ...(!isNamed && { in_app: false }) };
      const form = await this.checked(caller, { ...before, ...given }, row);
      const in_app = isNamed ? form.in_app : row.in_app;
      const fields = await this.stored(caller, id, { ...form, in_app }, { session, known: row });
      const changed = await this.rows.update(tenant, id, fields, { session });
      if (!changed) throw new PaddockError('NOT_FOUND');
      await this.outbox.add(session, { kind: 'LinksChanged', tenant });
      return { before: row, after: changed };
    });
    for (const file of filesOf(before)) if (!filesOf(after).includes(file)) await this.files.delete(tenant, file);
    return { link: await this.links.view(caller, after) };
  }

  /** @throws NOT_FOUND, also for a link that is deleted already */
  async delete({ tenant }: SignedInCaller, id: string): Promise<{ ok: true }> {
    const row = await this.mutex.transaction(id, async (session) => {
      const found = await this.rows.byId(tenant, id, { session });
      if (!found || !(await this.rows.delete(tenant, id, { session }))) throw new PaddockError('NOT_FOUND');
      await this.outbox.add(session, { kind: 'LinksChanged', tenant });
      return found;
    });
    for (const file of filesOf(row)) await this.files.delete(tenant, file);
    return { ok: true };
  }

  async uploadImage(caller: SignedInCaller, file: IncomingFile): Promise<{ image_url: string }> {
    const { path } = await this.files.upload(caller, undefined, file);
    return { image_url: path };
  }

  /** The fields of a form that a link has now. */
  private async formOf({ tenant, user }: SignedInCaller, row: LinkRow) {
    const files = await this.files.describe(tenant, user._id, filesOf(row));
    const { title, header, in_app, url, icon, subscription } = row;
    const [file, image_url] = [files.get(row.file ?? '')?.path, files.get(row.image ?? '')?.path];
    const optional = Object.entries({ url, icon, subscription, file, image_url });
    return {
      ...{ title, header, in_app, is_document: row.file !== undefined },
      ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)),
    };
  }

  /** @throws INVALID_INPUT with the fields; NOT_FOUND for an unknown plan that the link does not have already */
  private async checked({ tenant, config }: SignedInCaller, given: object, known?: LinkRow): Promise<LinkForm> {
    const form = parseForm(linkForm(config.flags), given);
    const { subscription } = form;
    if (subscription && subscription !== known?.subscription && !(await this.access.plans(tenant)).has(subscription))
      throw new PaddockError('NOT_FOUND', { fields: { subscription: 'NOT_FOUND' } });
    return form;
  }

  private async stored(
    caller: SignedInCaller,
    id: string,
    { title, is_document, header, in_app, url, file, image_url, icon, subscription }: LinkForm,
    options: InSession & { known?: LinkRow },
  ): Promise<LinkFields> {
    const image = image_url ? await this.attached(caller, id, image_url, { ...options, imagesOnly: true }) : undefined;
    return {
      ...{ title, header, icon, image, subscription: subscription || undefined },
      in_app: in_app && !is_document,
      url: is_document ? undefined : url,
      file: is_document ? await this.attached(caller, id, file!, { ...options, imagesOnly: false }) : undefined,
    };
  }

  /** Attaches a new upload; a file that the link has stays. */
  private async attached(
    { tenant, user }: SignedInCaller,
    id: string,
    address: string,
    { known, session, imagesOnly }: InSession & { known?: LinkRow; imagesOnly: boolean },
  ): Promise<string> {
    const stored = [(imagesOnly ? known?.image : known?.file) ?? []].flat();
    const options = { session: session!, imagesOnly, known: stored };
    return (await this.files.attach(tenant, user._id, [address], { kind: 'link', id }, options))[0]!;
  }
}

const filesOf = ({ image, file }: Pick<LinkRow, 'image' | 'file'>): string[] => [image ?? [], file ?? []].flat();

function present(fields: LinkFields) {
  const { title, header, in_app, ...optional } = fields;
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { title, header, in_app, ...(Object.fromEntries(given) as Partial<LinkRow>) };
}
