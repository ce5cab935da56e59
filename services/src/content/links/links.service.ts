import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Link } from '@paddock/contract/calls/links';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { LinkAccess } from './link-access.js';
import { LinkRepository } from './link.repository.js';
import type { LinkRow } from './link.schema.js';

type Viewer = Pick<SignedInCaller, 'tenant' | 'user'>;

/** Reads links as the caller's plan allows, and decides who may read their documents and pictures. */
@Injectable()
export class LinksService implements OnModuleInit {
  constructor(
    private readonly rows: LinkRepository,
    private readonly access: LinkAccess,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('link', async (tenant, user, id, file) => {
      const row = await this.rows.byId(tenant, id);
      if (!row) return false;
      return file === row.image || !this.access.isRestricted(tenant, user, row, await this.access.plans(tenant));
    });
  }

  async list(caller: Viewer): Promise<{ links: Link[] }> {
    return { links: await this.views(caller, await this.rows.all(caller.tenant)) };
  }

  /** @throws NOT_FOUND */
  async read(caller: Viewer, id: string): Promise<{ link: Link }> {
    const row = await this.rows.byId(caller.tenant, id);
    if (!row) throw new PaddockError('NOT_FOUND');
    return { link: await this.view(caller, row) };
  }

  async view(caller: Viewer, row: LinkRow): Promise<Link> {
    return (await this.views(caller, [row]))[0]!;
  }

  private async views({ tenant, user }: Viewer, rows: readonly LinkRow[]): Promise<Link[]> {
    const [plans, files] = await Promise.all([
      this.access.plans(tenant),
      this.files.describe(
        tenant,
        user._id,
        rows.flatMap(({ image, file }) => [image ?? [], file ?? []].flat()),
      ),
    ]);
    return rows.map((row): Link => {
      const { _id, title, icon, header, in_app, subscription, workplace, created } = row;
      const restricted = this.access.isRestricted(tenant, user, row, plans);
      return {
        ...{ id: _id, title, icon, header, in_app, restricted, workplace },
        image_url: files.get(row.image ?? '')?.path,
        is_document: row.file !== undefined,
        ...(!restricted && { url: row.url, secure_file: files.get(row.file ?? '') }),
        ...(subscription && { subscription: { id: subscription, title: plans.get(subscription)?.title } }),
        created: created.toISOString(),
        can_edit: isWorkplaceAdmin(user, workplace),
        can_delete: user.admin,
      };
    });
  }
}
