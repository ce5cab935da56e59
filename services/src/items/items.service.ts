import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Flags } from '@paddock/contract/core/flags';
import {
  type createItem,
  type Item,
  itemForm,
  itemType,
  type ItemType,
  type readItems,
  type updateItem,
} from '@paddock/contract/calls/items';
import { type HomeItem, ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Caller, SignedInCaller } from '../community/calls/caller.js';
import { parseForm } from '../infrastructure/calls/parse-form.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { fileOfAddress } from '../community/files/file-address.js';
import { FilesService } from '../community/files/files.service.js';
import { once } from '../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { InSession } from '../infrastructure/mongo/tenant-repository.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import type { ClientSession } from 'mongodb';
import { checkDeployed, checkReadable, isMember, mayWrite, readTenants, writeTenant } from './item-places.js';
import { type ItemFields, ItemRepository } from './item.repository.js';
import type { ItemRow } from './item.schema.js';
import { ItemSurroundings } from './item-surroundings.js';
import { ItemViews } from './item-views.js';
import { Subscriptions } from './subscriptions.js';

type ItemInput = Omit<CallArguments<typeof updateItem>, 'id'>;

/** Plans, home pages and lists of choices. */
@Injectable()
export class ItemsService implements OnModuleInit {
  constructor(
    private readonly items: ItemRepository,
    private readonly views: ItemViews,
    private readonly subscriptions: Subscriptions,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly extensions: ExtensionPoints,
    private readonly surroundings: ItemSurroundings,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.extensions.provide('list_choices', 'items', async (tenant, subtype) => {
      const rows = await this.rows(tenant, 'dynamic-list', subtype);
      return [...new Set(rows.filter((row) => !row.hidden).map((row) => row.title))];
    });
    this.extensions.provide('plans', 'items', async (tenant) => {
      const plans = await this.items.ofType(tenantOf(tenant.community), 'subscription');
      return new Map(plans.map(({ _id, title, amount = 0 }) => [_id, { title, amount }]));
    });
    this.extensions.provide('home_item', 'items', (caller) => this.home(caller));
    this.files.attachedTo('item', async (tenant, _viewer, id) => {
      const row = await this.items.byId(tenant, id);
      return row !== null && !row.hidden;
    });
  }

  async list(caller: Caller, input: CallArguments<typeof readItems>): Promise<CallReply<typeof readItems>> {
    const { type, subtype } = listOf(input);
    checkReadable(caller, type);
    const rows = await this.rows(caller.tenant, type, subtype);
    const visible = rows.filter((row) => !row.hidden || mayWrite(caller, row));
    if (type === 'subscription') visible.sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
    if (!isMember(caller) && type === 'dynamic-list')
      return {
        items: visible.map(({ _id, title }) => ({ id: _id, type, title })),
        ...(await this.surroundings.related(caller, [])),
      };
    const items = this.views.of(caller, visible);
    const buttons =
      type === 'home' && items.length > 0 ? await this.surroundings.buttons(caller as SignedInCaller) : undefined;
    return {
      items: buttons ? items.map((item) => ({ ...item, buttons })) : items,
      ...(await this.surroundings.related(caller, visible)),
    };
  }

  /** A resend returns the first item. */
  async create(caller: SignedInCaller, input: CallArguments<typeof createItem>): Promise<CallReply<typeof createItem>> {
    const { tenant, user } = caller;
    const { client_id, type, subtype, ...fields } = input;
    const place = writeTenant(tenant, type);
    checkDeployed(caller, type);
    if (!mayWrite(caller, { type, workplace: place.workplace })) throw new PaddockError('FORBIDDEN');
    const form = this.checked(caller, type, { ...fields, subtype });
    await this.surroundings.checkEvent(caller, form.event);
    const { row } = await once(
      () => this.items.byClientId(place, user._id, client_id),
      () => {
        const _id = newId();
        return this.mutex.transaction(_id, async (session) => {
          const image = await this.attached(caller, _id, form.image_url, { session });
          const { image_url: _image, end, ...rest } = form;
          const own = { ...rest, ...(image && { image }), ...(end !== undefined && { end: new Date(end) }) };
          const fresh = { _id, type, subtype: form.subtype ?? '', author: user._id, client_id };
          await this.announce(place, type, session);
          return this.items.add(place, { title: '', ...own, ...fresh }, { session });
        });
      },
    );
    return { item: this.views.of(caller, [row])[0]! };
  }

  /** Checks the stored and the changed fields together against the type's rules. */
  async update(caller: SignedInCaller, { id, ...changes }: CallArguments<typeof updateItem>): Promise<Item> {
    const { place } = await this.find(caller, id);
    const { row, changed } = await this.mutex.transaction(id, async (session) => {
      // Read here: what another admin has changed meanwhile stays.
      const row = await this.items.byId(place, id, { session });
      if (!row) throw new PaddockError('NOT_FOUND');
      const form = this.checked(caller, row.type, { ...this.formOf(row, caller.flags), ...changes });
      if (form.event !== row.event) await this.surroundings.checkEvent(caller, form.event);
      const image = keepsImage(row, changes) ? row.image : await this.attached(caller, id, form.image_url, { session });
      const { description, amount, currency, interval, additional_id, url, crop, end, event } = form;
      const fields: ItemFields = {
        title: form.title ?? '',
        hidden: form.hidden,
        ...{ description, amount, currency, interval, additional_id, url, image, crop, event },
        end: end === undefined ? undefined : new Date(end),
      };
      await this.announce(place, row.type, session);
      const changed = await this.items.update(place, id, fields, { session });
      if (!changed) throw new PaddockError('NOT_FOUND');
      return { row, changed };
    });
    if (row.image && row.image !== changed.image) await this.files.delete(caller.tenant, row.image);
    return this.views.of(caller, [changed])[0]!;
  }

  async delete(caller: SignedInCaller, id: string) {
    const { place, row } = await this.find(caller, id);
    if (row.type === 'subscription') await this.subscriptions.deletePlan(place, id);
    else
      await this.mutex.transaction(id, async (session) => {
        await this.announce(place, row.type, session);
        await this.items.delete(place, id, { session });
      });
    if (row.image) await this.files.delete(caller.tenant, row.image);
    return { ok: true as const };
  }

  /** Open home pages follow a change at once. */
  private async announce(tenant: Tenant, type: ItemType, session: ClientSession): Promise<void> {
    if (type === 'home') await this.outbox.add(session, { kind: 'HomeChanged', tenant });
  }

  /** @throws NOT_FOUND for an item that the caller may not read; FORBIDDEN for one that they may only read; FEATURE_DISABLED. */
  private async find(caller: SignedInCaller, id: string): Promise<{ place: Tenant; row: ItemRow }> {
    const { tenant } = caller;
    for (const place of [tenant, tenantOf(tenant.community)]) {
      const row = await this.items.byId(place, id);
      if (!row) continue;
      checkDeployed(caller, row.type);
      if (mayWrite(caller, row)) return { place, row };
      const isReadable =
        !row.hidden && readTenants(tenant, row.type).some(({ workplace }) => workplace === row.workplace);
      throw new PaddockError(isReadable ? 'FORBIDDEN' : 'NOT_FOUND');
    }
    throw new PaddockError('NOT_FOUND');
  }

  private async rows(tenant: Tenant, type: ItemType, subtype?: string): Promise<ItemRow[]> {
    const places = readTenants(tenant, type);
    return (await Promise.all(places.map((place) => this.items.ofType(place, type, subtype)))).flat();
  }

  /** The newest home page that is neither hidden nor, where pages have an end, expired. */
  private async home(caller: SignedInCaller): Promise<HomeItem | undefined> {
    const endsAfter = caller.flags.home_tab.validity ? new Date() : undefined;
    const row = await this.items.shownHome(writeTenant(caller.tenant, 'home'), endsAfter);
    return row && this.views.of(caller, [row])[0];
  }

  private async attached(
    { tenant, user }: SignedInCaller,
    item: string,
    address: string | undefined,
    options: InSession,
  ): Promise<string | undefined> {
    if (address === undefined) return undefined;
    const to = { kind: 'item', id: item } as const;
    return (await this.files.attach(tenant, user._id, [address], to, { ...options, imagesOnly: true }))[0];
  }

  /** The row as its form would send it: an end only where home pages have one. */
  private formOf(row: ItemRow, { home_tab }: Pick<Flags, 'home_tab'>): ItemInput & { subtype?: string } {
    const { title, subtype, description, amount, currency, interval, additional_id, hidden, url, crop, end, event } =
      row;
    const money = { amount, currency, interval, additional_id };
    const fields = { title, subtype, description, ...money, hidden, url, crop, event };
    const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
    return { ...Object.fromEntries(present), ...(end && home_tab.validity && { end: end.toISOString() }) };
  }

  /** Treats '' as absent in optional fields. @throws MISSING_FIELD, INVALID_END_DATE or INVALID_INPUT, with the fields' codes. */
  private checked(caller: Caller, type: ItemType, input: ItemInput & { subtype?: string | undefined }) {
    const mandatory = type === 'home' ? ['description'] : ['title', 'subtype', 'currency'];
    const present = Object.entries(input).filter(
      ([name, value]) => value !== undefined && (value !== '' || mandatory.includes(name)),
    );
    const form = itemForm(type, caller.flags, Date.now());
    return parseForm(form, Object.fromEntries(present), ['MISSING_FIELD', 'INVALID_END_DATE']) as Fields;
  }
}

/** `type` is an item type, or the subtype of a dynamic list. */
function listOf({ type, subtype }: CallArguments<typeof readItems>): {
  type: ItemType;
  subtype?: string | undefined;
} {
  const known = itemType.safeParse(type);
  return known.success ? { type: known.data, subtype } : { type: 'dynamic-list', subtype: type };
}

/** The output of {@link itemForm} for any type. */
type Fields = Partial<Omit<Item, 'id' | 'type' | 'hidden' | 'updated' | 'priceText'>> & { hidden: boolean };

/** Whether the image is absent from the input or unchanged; only a new image must be the caller's upload. */
function keepsImage(row: ItemRow, { image_url }: ItemInput): boolean {
  return image_url === undefined || (row.image !== undefined && fileOfAddress(image_url) === row.image);
}
