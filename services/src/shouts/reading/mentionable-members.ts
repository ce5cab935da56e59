import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Snapshot } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { Threads } from './threads.js';

/** The newest shouts and chats whose members count as recent partners. */
const recentShouts = 50;
const recentChats = 20;

/** Finds the members whom the caller may mention in a conversation, and those of them who come first. */
@Injectable()
export class MentionableMembers {
  constructor(
    private readonly subjects: CommentSubjects,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly visibility: UserVisibility,
    private readonly users: UserRepository,
    private readonly threads: Threads,
    private readonly shouts: ShoutRepository,
  ) {}

  /**
   * The given users whom the author of a text can know as readers: they are in a list that the author sees, or wrote a shout there or
   * a comment in `thread`. The result does not depend on whether they can read, so that guessing names does not reveal readers.
   */
  async known(
    caller: SignedInCaller,
    access: ConversationAccess,
    thread: string | undefined,
    users: readonly UserRow[],
  ): Promise<UserRow[]> {
    const { tenant, user } = caller;
    const isSeen = await this.seen(caller, access);
    // From outside, the author reads only what hangs on their own shout.
    const threads = [access.reads ? access.conversation._id : [], thread ?? []].flat();
    const known = await Promise.all(
      users.map(
        async ({ _id }) =>
          _id === user._id ||
          (await isSeen(_id)) ||
          (await this.shouts.headsOfAuthor(tenant, _id, threads, { limit: 1, present: true })).length > 0,
      ),
    );
    return users.filter((_, index) => known[index]);
  }

  private async seen(
    caller: SignedInCaller,
    access: ConversationAccess,
  ): Promise<(id: string) => boolean | Promise<boolean>> {
    const { conversation, reads } = access;
    if (conversation.kind === 'direct') return () => true;
    if (conversation.kind === 'group') {
      const isListed = reads && (await this.seesMembers(caller, access));
      return () => isListed;
    }
    const readers = conversation.subject && (await this.subjects.knownReaders(caller, conversation.subject));
    return async (id) => readers?.includes(id) !== false && this.visibility.includes(caller, id);
  }

  private async seesMembers({ tenant, user, flags }: SignedInCaller, { conversation, member }: ConversationAccess) {
    const membership = member ? await this.memberships.of(tenant, conversation._id, user._id) : null;
    return seesMembers(flags, user, tenant.workplace, membership, true);
  }

  /** Ids of the members who can read the conversation and whom the caller may see; undefined for all of the workplace. */
  async readers(
    snapshot: Snapshot,
    caller: SignedInCaller,
    access: ConversationAccess,
  ): Promise<readonly string[] | undefined> {
    const { conversation, others } = access;
    const { tenant } = caller;
    if (conversation.kind === 'direct') return others.map(({ _id }) => _id);
    const visible = await this.visibility.among(caller);
    if (conversation.kind === 'everybody') return visible;
    if (conversation.subject) return this.readersOf(snapshot, caller, conversation, visible);
    const members = await this.memberships.usersOf(tenant, [conversation._id]);
    // Where the list of members is hidden, authors are visible by their shouts; a partner of a direct chat may not even be a member.
    const isListed = await this.seesMembers(caller, access);
    const authors = isListed ? [] : await this.authors(snapshot, tenant, conversation._id);
    const known = isListed ? members : members.filter((id) => authors.includes(id));
    return among(known, visible);
  }

  /** The readers of a record whom the caller knows, and the authors of its comments who may still read it. */
  private async readersOf(
    snapshot: Snapshot,
    caller: SignedInCaller,
    { _id, subject }: ConversationRow,
    visible: readonly string[] | undefined,
  ): Promise<string[] | undefined> {
    const { tenant } = caller;
    const known = await this.subjects.knownReaders(caller, subject!);
    if (known === undefined) return visible && [...visible];
    const ids = [...new Set([...known, ...(await this.authors(snapshot, tenant, _id))])];
    const rows = await this.users.byIds(tenant, among(ids, visible));
    return [...(await this.subjects.access(tenant, rows, subject!)).keys()];
  }

  private async authors(snapshot: Snapshot, tenant: Tenant, conversation: string): Promise<string[]> {
    const heads = await this.threads.newest(snapshot, tenant, conversation, recentShouts);
    return (await this.threads.of(tenant, heads)).map(({ root }) => root.author);
  }

  /** Ids of the authors of the newest shouts here, then of the members of the newest direct chats. */
  async recentPartners(
    snapshot: Snapshot,
    tenant: Tenant,
    user: string,
    { conversation }: ConversationAccess,
  ): Promise<string[]> {
    const [authors, chats] = await Promise.all([
      this.authors(snapshot, tenant, conversation._id),
      this.heads.pageOfDirect(tenant, user, recentChats),
    ]);
    return [...new Set([...authors, ...chats.flatMap(({ participants }) => participants)])];
  }
}

/** The ids that are visible too; all where `visible` is undefined. */
function among(ids: readonly string[], visible: readonly string[] | undefined): readonly string[] {
  const seen = visible && new Set(visible);
  return seen ? ids.filter((id) => seen.has(id)) : ids;
}
