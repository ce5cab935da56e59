import { Injectable } from '@nestjs/common';
import type { ChatEntry } from '@paddock/contract/calls/chats';
import type { UserCard } from '@paddock/contract/calls/users';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import type { ConversationRow, ConversationStateRow } from '../community/conversations/conversation.schema.js';
import { Conversations } from '../community/conversations/conversations.js';
import { unreadOf } from '../community/conversations/read-mark.js';
import { SeenByOthers } from '../community/conversations/seen-by-others.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { deletedMemberCard, UserCards } from '../community/users/user-cards.js';

/** Builds the entries of a member's chat list. */
@Injectable()
export class ChatEntries {
  constructor(
    private readonly conversations: Conversations,
    private readonly states: ConversationStateRepository,
    private readonly cards: UserCards,
    private readonly communities: Communities,
    private readonly seenByOthers: SeenByOthers,
  ) {}

  /** Keeps the order of `rows`; a few queries for any number. The caller has checked that the viewer may read them. */
  async of(tenant: Tenant, viewer: string, rows: readonly ConversationRow[]): Promise<ChatEntry[]> {
    const people = rows.flatMap((row) => [...row.participants, ...(row.last_shout ? [row.last_shout.user] : [])]);
    const [states, users, seen] = await Promise.all([
      this.states.ofUser(
        tenant,
        viewer,
        rows.map((row) => row._id),
      ),
      this.cards.cards(tenant, viewer, people),
      this.seenByOthers.of(tenant, viewer, rows.filter(isOwnLast(viewer))),
    ]);
    const cardOf = (id: string) => users.get(id) ?? deletedMemberCard(id);
    const archiveIsOff = this.communities.find(tenant.community)?.flags.disable_archive === true;
    return rows.map((row) => {
      const upTo = seen.get(row._id);
      return {
        ...this.entry(tenant, viewer, row, states.get(row._id), cardOf, archiveIsOff),
        ...(upTo !== undefined && { seen: upTo >= lastPresent(row) }),
      };
    });
  }

  private entry(
    tenant: Tenant,
    viewer: string,
    row: ConversationRow,
    state: ConversationStateRow | undefined,
    cardOf: (id: string) => UserCard,
    archiveIsOff: boolean,
  ): ChatEntry {
    const last = row.last_shout;
    const others = row.participants.filter((id) => id !== viewer).map(cardOf);
    return {
      ...(row.kind === 'direct' ? headOfDirect(row, others) : this.headOfGroup(tenant, viewer, row)),
      badge_number: unreadOf(row, state),
      seq: row.seq,
      ...(last && {
        last_shout: {
          id: last.id,
          user: cardOf(last.user),
          text: last.text,
          created: last.created.toISOString(),
          ...(last.updated && { updated: last.updated.toISOString() }),
          deleted: last.deleted,
          seq: lastPresent(row),
        },
      }),
      last_activity: row.last_activity.toISOString(),
      muted: state?.muted ?? false,
      // Members cannot leave an archive that is off.
      archived: state?.archived === true && !archiveIsOff,
      hidden: row.hidden,
    };
  }

  private headOfGroup(tenant: Tenant, viewer: string, row: ConversationRow) {
    const card = this.conversations.groupCard(tenant, viewer, row);
    return { ...card, description: row.description, subtitle: row.description };
  }
}

const isOwnLast =
  (viewer: string) =>
  ({ kind, last_shout: last }: ConversationRow) =>
    kind === 'direct' && last?.user === viewer && !last.deleted;

/** The position of the last shout that is not deleted. */
function lastPresent({ seq, withdrawn = [] }: ConversationRow): number {
  const gone = new Set(withdrawn);
  let position = seq;
  while (gone.has(position)) position -= 1;
  return position;
}

function headOfDirect(row: ConversationRow, others: readonly UserCard[]) {
  const [first] = others;
  const single = others.length === 1 ? first : undefined;
  const fullnames = others.map((user) => user.fullname).join(', ');
  return {
    id: single?.id ?? row._id,
    username: others.map((user) => user.username).join(', '),
    fullname: fullnames,
    title: fullnames,
    subtitle: single?.company ?? '',
    ...(single && { profile_image: single.profile_image, online: single.online }),
    invisible: false,
  };
}
