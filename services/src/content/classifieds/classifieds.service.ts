import { Injectable, type OnModuleInit } from '@nestjs/common';
import type {
  markClassifiedRead,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
} from '@paddock/contract/calls/classifieds';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { readUntil } from '../../community/read-states/read-until.js';
import { UserCards } from '../../community/users/user-cards.js';
import { ClassifiedAccess, type ClassifiedViewer } from './classified-access.js';
import { ClassifiedRepository } from './classified.repository.js';
import { ClassifiedViews } from './classified-views.js';
import { ClassifiedReadStates } from './classified-read-states.js';

/** New ads that are counted; badges show ':D' long before. */
const maxNew = 100;

/** Reads ads and marks them as read. */
@Injectable()
export class ClassifiedsService implements OnModuleInit {
  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly access: ClassifiedAccess,
    private readonly views: ClassifiedViews,
    private readonly states: ClassifiedReadStates,
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'classifieds', (tenant, user) => this.countNew({ tenant, user }));
    this.files.attachedTo('classified', async (tenant, user, id) => {
      const row = await this.ads.byId(tenant, id);
      return row !== null && this.access.canRead({ tenant, user }, row);
    });
  }

  async list(
    caller: SignedInCaller,
    { own, category, query, count, page }: CallArguments<typeof readClassifieds>,
  ): Promise<CallReply<typeof readClassifieds>> {
    const { tenant, user } = caller;
    const isCursor = page !== undefined && page.length === 24;
    const part = { limit: count + 1, ...(isCursor ? { after: page } : { skip: Number(page ?? 0) * count }) };
    const hidden = await this.access.hiddenOwners(caller);
    const rows = own
      ? await this.ads.own(tenant, user._id, query, part)
      : await this.ads.visible(tenant, { hidden, now: new Date(), category, query }, part);
    const shown = rows.slice(0, count);
    const classifieds = await this.views.of(caller, shown);
    const users = classifieds.flatMap(({ owner }) => owner ?? []);
    return {
      classifieds,
      users: [...new Map(users.map((card) => [card.id, card])).values()],
      self: {
        ...this.cards.card(tenant, user._id, user),
        classified_new_receipts: await this.countNew(caller, hidden),
      },
      next: rows.length > count ? shown.at(-1)!._id : null,
    };
  }

  async categories(caller: SignedInCaller): Promise<CallReply<typeof readClassifiedCategories>> {
    const { tenant, user, flags } = caller;
    const { categories } = flags.classifieds_tab;
    const scope = { hidden: await this.access.hiddenOwners(caller), now: new Date() };
    const keys = categories.map(({ key }) => key);
    const [{ all, each }, my_ads] = await Promise.all([
      this.ads.countVisible(tenant, scope, keys),
      this.ads.countOwn(tenant, user._id),
    ]);
    return { categories: categories.map((category, at) => ({ ...category, count: each[at]! })), all, my_ads };
  }

  async read(caller: SignedInCaller, id: string): Promise<CallReply<typeof readClassified>> {
    return { classified: await this.views.one(caller, await this.access.find(caller, id)) };
  }

  async markRead(caller: SignedInCaller, id: string): Promise<CallReply<typeof markClassifiedRead>> {
    const { tenant, user } = caller;
    const row = await this.access.find(caller, id);
    if (row.owner !== user._id) await this.states.markRead(tenant, user._id, row._id);
    return { classified_new_receipts: await this.countNew(caller) };
  }

  async markAllRead(caller: SignedInCaller): Promise<CallReply<typeof markClassifiedRead>> {
    await this.states.markAllRead(caller.tenant, caller.user._id, new Date());
    return { classified_new_receipts: await this.countNew(caller) };
  }

  /** The number of ads that the member has not read. */
  private async countNew(viewer: ClassifiedViewer, hidden?: readonly string[]): Promise<number> {
    const { tenant, user } = viewer;
    const [owners, state] = await Promise.all([
      hidden ?? this.access.hiddenOwners(viewer),
      this.states.of(tenant, user._id),
    ]);
    const scope = { hidden: owners, now: new Date() };
    const unread = { created: readUntil(user, state?.read_until), viewer: user._id, read: state?.read ?? [] };
    return (await this.ads.unread(tenant, unread, scope, maxNew)).length;
  }
}
