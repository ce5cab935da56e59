import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readChats } from '@paddock/contract/calls/chats';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { ConversationRepository, type ChatCursor } from '../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { Conversations } from '../community/conversations/conversations.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { cursorOf, readCursor } from './chat-cursor.js';
import { ChatEntries, unreadOf } from './chat-entries.js';
import { ChatSearch } from './chat-search.js';

type Input = CallArguments<typeof readChats>;

/** Direct chats that the badge counts, most recent first. */
const maxDirectChats = 1000;

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
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'chats', async (tenant, user) => this.unread(tenant, user._id));
  }

  async list(caller: SignedInCaller, input: Input): Promise<CallReply<typeof readChats>> {
    const { tenant, user } = caller;
    const archived = await this.archivedOf(tenant, user._id);
    const archive = archived.length > 0;
    if (input.verb === 'search')
      return { filters: [], archive, next: null, ...(await this.search.find(caller, input.prop, input.query ?? '')) };
    const after = input.after === undefined ? undefined : readCursor(input.after);
    const rows =
      input.verb === 'archived'
        ? page(archived.filter((row) => isOf(input.prop, row) && isAfter(row, after)).sort(newestFirst), input.count)
        : await this.readPage(tenant, user._id, input, new Set(archived.map((row) => row._id)), after);
    return { filters: await this.entries.of(tenant, user._id, rows.rows), archive, next: rows.next };
  }

  /** The tab's badge: unread shouts in all listed chats that are not muted. */
  async unread(tenant: Tenant, user: string): Promise<number> {
    const [shared, direct, states] = await Promise.all([
      this.heads.byIds(tenant, await this.conversations.roomsOf(tenant, user)),
      this.heads.pageOfDirect(tenant, user, maxDirectChats),
      this.states.ofUser(tenant, user),
    ]);
    const counted = [...shared, ...direct].filter((row) => {
      const state = states.get(row._id);
      return !row.hidden && !state?.muted && !state?.archived;
    });
    return counted.reduce((sum, row) => sum + unreadOf(row, states.get(row._id)), 0);
  }

  /** Reads one page of the list. It skips archived and hidden chats, so it may need several queries. */
  private async readPage(
    tenant: Tenant,
    user: string,
    { prop, count }: Input,
    archived: ReadonlySet<string>,
    after?: ChatCursor,
  ) {
    await this.ensureEverybody(tenant);
    const rooms = prop === 'people' ? [] : await this.conversations.roomsOf(tenant, user);
    const found: ConversationRow[] = [];
    for (let cursor = after; ;) {
      const [shared, direct] = await Promise.all([
        rooms.length === 0 ? [] : this.heads.pageOf(tenant, rooms, count + 1, cursor),
        prop === 'groups' ? [] : this.heads.pageOfDirect(tenant, user, count + 1, cursor),
      ]);
      const batch = [...shared, ...direct].sort(newestFirst).slice(0, count + 1);
      found.push(...batch.filter((row) => !row.hidden && !archived.has(row._id)));
      if (found.length > count || batch.length <= count) return page(found, count);
      const last = batch.at(-1)!;
      cursor = { last_activity: last.last_activity, id: last._id };
    }
  }

  /** The member's archived chats that they can still read. */
  private async archivedOf(tenant: Tenant, user: string): Promise<ConversationRow[]> {
    const states = await this.states.archivedOf(tenant, user);
    if (states.length === 0) return [];
    const [rows, rooms] = await Promise.all([
      this.heads.byIds(
        tenant,
        states.map((state) => state.conversation),
      ),
      this.conversations.roomsOf(tenant, user),
    ]);
    return rows.filter((row) => (row.kind === 'direct' ? row.seq > 0 : rooms.includes(row._id)) && !row.hidden);
  }

  private async ensureEverybody(tenant: Tenant): Promise<void> {
    const key = JSON.stringify([tenant.community, tenant.workplace]);
    if (this.withEverybody.has(key)) return;
    await this.conversations.ensureEverybody(tenant);
    this.withEverybody.add(key);
  }
}

function page(rows: ConversationRow[], count: number) {
  const shown = rows.slice(0, count);
  return { rows: shown, next: rows.length > count ? cursorOf(shown.at(-1)!) : null };
}

function isOf(prop: Input['prop'], { kind }: ConversationRow): boolean {
  return prop === 'all' || (prop === 'people') === (kind === 'direct');
}

function newestFirst(a: ConversationRow, b: ConversationRow): number {
  return b.last_activity.getTime() - a.last_activity.getTime() || (b._id < a._id ? -1 : 1);
}

function isAfter(row: ConversationRow, after: ChatCursor | undefined): boolean {
  if (!after) return true;
  const difference = row.last_activity.getTime() - after.last_activity.getTime();
  return difference < 0 || (difference === 0 && row._id < after.id);
}
