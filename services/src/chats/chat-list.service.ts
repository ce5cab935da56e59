import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readChats } from '@paddock/contract/calls/chats';
import { homeRows, type HomeSections } from '@paddock/contract/calls/home';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { ConversationRepository, type ChatCursor } from '../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { Conversations } from '../community/conversations/conversations.js';
import { unreadOf } from '../community/conversations/read-mark.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { CommitLog, type Snapshot } from '../infrastructure/outbox/commit-log.js';
import { presentPreview } from '../infrastructure/tenancy/preview.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { cursorOf, readCursor } from './chat-cursor.js';
import { ChatEntries } from './chat-entries.js';
import { ChatSearch } from './chat-search.js';
import { UnreadChats } from './unread-chats.js';

type Input = CallArguments<typeof readChats>;

/** A member's conversations, newest activity first. */
@Injectable()
export class ChatListService implements OnModuleInit {
  /** Workplaces whose everybody group exists, so that reading the list writes at most once. */
  private readonly withEverybody = new Set<string>();

  constructor(
    private readonly heads: ConversationRepository,
    private readonly conversations: Conversations,
    private readonly states: ConversationStateRepository,
    private readonly entries: ChatEntries,
    private readonly search: ChatSearch,
    private readonly extensions: ExtensionPoints,
    private readonly commitLog: CommitLog,
    private readonly unread: UnreadChats,
  ) {}

  onModuleInit() {
    this.extensions.provide('home_section', 'chats', (caller) => this.homeSection(caller));
  }

  async list(caller: SignedInCaller, input: Input): Promise<CallReply<typeof readChats>> {
    const { tenant, user, flags, arrived } = caller;
    if (flags.disable_archive && input.verb === 'archived') throw new PaddockError('FEATURE_DISABLED');
    if (input.verb === 'search') {
      const [found, archived] = await Promise.all([
        this.search.find(caller, input.prop, input.query ?? ''),
        flags.disable_archive ? [] : this.commitLog.sync(arrived).then((log) => this.archivedOf(log, tenant, user._id)),
        // The search has read the new events by the time that this cache has the rooms.
        this.conversations.roomsOf(tenant, user._id),
      ]);
      return { filters: [], archive: archived.length > 0, next: null, ...found };
    }
    const snapshot = await this.synced(tenant, user._id, arrived);
    const archived = flags.disable_archive ? [] : await this.archivedOf(snapshot, tenant, user._id);
    const archive = archived.length > 0;
    const { count, prop } = input;
    const after = input.after === undefined ? undefined : readCursor(input.after);
    // A cursor replaces the number of the page.
    const start = after ? 0 : (input.page ?? 0) * count;
    const rows =
      input.verb === 'archived'
        ? archived.filter((row) => isOf(prop, row) && isAfter(row, after)).sort(newestFirst)
        : await this.newest(
            snapshot,
            tenant,
            user._id,
            prop,
            start + count,
            new Set(archived.map((row) => row._id)),
            after,
          );
    const shown = rows.slice(start, start + count);
    return {
      filters: await this.entries.of(tenant, user._id, shown),
      archive,
      next: rows.length > start + count ? cursorOf(shown.at(-1)!.last_activity, shown.at(-1)!._id) : null,
    };
  }

  /** Loads the memberships in parallel with the events, to warm the cache for the list. */
  private async synced(tenant: Tenant, user: string, arrived: number): Promise<Snapshot> {
    const [snapshot] = await Promise.all([this.commitLog.sync(arrived), this.conversations.roomsOf(tenant, user)]);
    return snapshot;
  }

  /** The latest chats with unread shouts; without any, the latest chats that have a shout. */
  private async homeSection({ tenant, user, flags, arrived }: SignedInCaller): Promise<HomeSections> {
    const { snapshot, counted, states } = await this.unread.counted(tenant, user._id, arrived);
    const unread = counted.filter((row) => unreadOf(row, states.get(row._id)) > 0);
    const latest = async () => {
      const archived = flags.disable_archive ? [] : await this.archivedOf(snapshot, tenant, user._id);
      const rows = await this.newest(
        snapshot,
        tenant,
        user._id,
        'all',
        homeRows,
        new Set(archived.map(({ _id }) => _id)),
      );
      return rows.filter(({ last_shout }) => last_shout !== undefined);
    };
    const shown = (unread.length > 0 ? unread.sort(newestFirst) : await latest()).slice(0, homeRows);
    if (shown.length === 0) return {};
    return { chats: { rows: await this.entries.of(tenant, user._id, shown), unread: unread.length } };
  }

  /** The first `count` chats and, if there is one, the next; without archived and hidden ones. */
  private async newest(
    snapshot: Snapshot,
    tenant: Tenant,
    user: string,
    prop: Input['prop'],
    count: number,
    archived: ReadonlySet<string>,
    after?: ChatCursor,
  ): Promise<ConversationRow[]> {
    await this.ensureEverybody(tenant);
    const isListed = (row: ConversationRow) => !row.hidden && !archived.has(row._id);
    const [shared, direct] = await Promise.all([
      prop === 'people' ? [] : this.shared(snapshot, tenant, user),
      prop === 'groups' ? [] : this.newestDirect(tenant, user, count, isListed, after),
    ]);
    const found = [...shared.filter((row) => isListed(row) && isAfter(row, after)), ...direct];
    return found.sort(newestFirst).slice(0, count + 1);
  }

  /** More than `count` direct chats, or all. It skips those not listed, so it may need several queries. */
  private async newestDirect(
    tenant: Tenant,
    user: string,
    count: number,
    isListed: (row: ConversationRow) => boolean,
    after?: ChatCursor,
  ): Promise<ConversationRow[]> {
    const found: ConversationRow[] = [];
    for (let cursor = after; ;) {
      const batch = await this.heads.pageOfDirect(tenant, user, count + 1, cursor);
      found.push(...batch.filter(isListed));
      if (found.length > count || batch.length <= count) return found;
      const last = batch.at(-1)!;
      cursor = { time: last.last_activity, id: last._id };
    }
  }

  /** Everybody's conversation and those of the member's groups, from the cache: sorting a few hundred costs less than a query. */
  private async shared(snapshot: Snapshot, tenant: Tenant, user: string): Promise<ConversationRow[]> {
    return this.heads.heads(snapshot, tenant, await this.conversations.roomsOf(tenant, user));
  }

  /** The member's archived chats that they can still read. */
  private async archivedOf(snapshot: Snapshot, tenant: Tenant, user: string): Promise<ConversationRow[]> {
    const archived = await this.states.archivedOf(snapshot, tenant, user);
    if (archived.length === 0) return [];
    const [rows, rooms] = await Promise.all([
      this.heads.heads(snapshot, tenant, archived),
      this.conversations.roomsOf(tenant, user),
    ]);
    return rows.filter((row) => (row.kind === 'direct' ? row.seq > 0 : rooms.includes(row._id)) && !row.hidden);
  }

  private async ensureEverybody(tenant: Tenant): Promise<void> {
    const key = JSON.stringify([tenant.community, tenant.workplace]);
    // A preview may have a workplace that does not exist.
    if (this.withEverybody.has(key) || presentPreview()) return;
    await this.conversations.ensureEverybody(tenant);
    this.withEverybody.add(key);
  }
}

function isOf(prop: Input['prop'], { kind }: ConversationRow): boolean {
  return prop === 'all' || (prop === 'people') === (kind === 'direct');
}

function newestFirst(a: ConversationRow, b: ConversationRow): number {
  return b.last_activity.getTime() - a.last_activity.getTime() || (b._id < a._id ? -1 : 1);
}

function isAfter(row: ConversationRow, after: ChatCursor | undefined): boolean {
  if (!after) return true;
  const difference = row.last_activity.getTime() - after.time.getTime();
  return difference < 0 || (difference === 0 && row._id < after.id);
}
