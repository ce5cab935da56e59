import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { type createGroup, groupColors, type updateGroup } from '@paddock/contract/calls/groups';
import type { FieldCode } from '@paddock/contract/core/errors';
import type { Flags } from '@paddock/contract/core/flags';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationMembers, titleFields } from '../../community/conversations/conversation-members.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GroupAccess } from './group-access.js';
import { GroupJoining } from './group-joining.js';
import { GroupsService } from './groups.service.js';

type Create = CallArguments<typeof createGroup>;
type Update = CallArguments<typeof updateGroup>;
type Openness = Required<Pick<ConversationRow, 'invisible' | 'autojoin' | 'joiners_read_only'>>;

/** Creates and edits groups. */
@Injectable()
export class GroupWritingService {
  constructor(
    private readonly access: GroupAccess,
    private readonly groups: GroupsService,
    private readonly members: ConversationMembers,
    private readonly heads: ConversationRepository,
    private readonly joining: GroupJoining,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent: a resend of the same `client_id` returns the first group. */
  async create(caller: SignedInCaller, input: Create) {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.heads.byClientId(tenant, user._id, input.client_id),
      () => this.createFirst(caller, input),
    ).catch(async (error: unknown) => {
      // The first of two concurrent sends took the title as well.
      const first = await this.heads.byClientId(tenant, user._id, input.client_id);
      if (first) return { row: first };
      throw error;
    });
    return this.groups.readHead(caller, row._id);
  }

  /** @throws FORBIDDEN unless the member may create groups. */
  private async createFirst(caller: SignedInCaller, input: Create): Promise<ConversationRow> {
    const { tenant, user, flags } = caller;
    if (!flags.everybody_can_create_groups && !isWorkplaceAdmin(user, tenant.workplace))
      throw new PaddockError('FORBIDDEN');
    const openness = opennessOf(flags, input, {
      invisible: false,
      autojoin: flags.users_can_join_groups_automatically,
      joiners_read_only: false,
    });
    const additions = (input.users ?? []).filter((id) => id !== user._id);
    await this.access.people(caller, additions, 'users');
    const _id = newId();
    const { title, description, color = groupColors[7], icon, client_id } = input;
    const group = { _id, title, description, color, client_id, ...openness, ...(icon && { icon }) };
    return this.members.createGroup(tenant, group, user._id, async (head, session) => {
      if (input.image_url) await this.attach(caller, head._id, input.image_url, session);
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group: head._id, user: user._id });
      await this.joining.join(tenant, head, additions, { session, by: user._id });
    });
  }

  /** @throws FORBIDDEN unless the caller manages the group */
  async update(caller: SignedInCaller, { id, ...input }: Update) {
    const { tenant, user, flags } = caller;
    await this.access.findManaged(caller, id);
    const replaced = await this.mongo
      .transaction(async (session) => {
        const row = await this.access.takeTurn(tenant, id, user, session);
        const { title, description, color, icon, image_url } = input;
        const fields = {
          ...(title !== undefined && titleFields(title)),
          ...(description !== undefined && { description }),
          ...(color && { color }),
          ...(icon !== undefined && { icon: icon || undefined }),
          ...opennessOf(flags, input, { ...row, joiners_read_only: row.joiners_read_only === true }),
        };
        await this.heads.update(tenant, id, fields, { session });
        const isReplaced = image_url !== undefined || Boolean(icon);
        const image = image_url ? await this.attach(caller, id, image_url, session) : undefined;
        if (isReplaced && !image) await this.heads.update(tenant, id, { image }, { session });
        await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group: id });
        return isReplaced && row.image !== image ? row.image : undefined;
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new PaddockError('GROUP_NAME_NOT_AVAILABLE') : error;
      });
    if (replaced) await this.files.delete(tenant, replaced);
    return this.groups.readHead(caller, id);
  }

  private async attach({ tenant, user }: SignedInCaller, group: string, address: string, session: ClientSession) {
    const to = { kind: 'group', id: group } as const;
    const [image] = await this.files.attach(tenant, user._id, [address], to, { session, imagesOnly: true });
    await this.heads.update(tenant, group, { image }, { session });
    return image;
  }
}

/**
 * Visibility, autojoin and whether joiners only read, after a change. An invisible group has no autojoin.
 *
 * @throws FEATURE_DISABLED for a value other than the present one, where the deployment fixes it.
 */
function opennessOf(flags: Flags, given: Partial<{ [K in keyof Openness]: boolean | undefined }>, present: Openness) {
  const fields: Record<string, FieldCode> = {};
  const isFixed = {
    invisible: flags.group_visibility_fixed,
    autojoin: flags.group_autojoin_fixed,
    joiners_read_only: !flags.per_user_read_only,
  };
  for (const name of ['invisible', 'autojoin', 'joiners_read_only'] as const)
    if (isFixed[name] && given[name] !== undefined && given[name] !== present[name]) fields[name] = 'FEATURE_DISABLED';
  if (Object.keys(fields).length > 0) throw new PaddockError('FEATURE_DISABLED', { fields });
  const invisible = given.invisible ?? present.invisible;
  return {
    invisible,
    autojoin: !invisible && (given.autojoin ?? present.autojoin),
    joiners_read_only: given.joiners_read_only ?? present.joiners_read_only,
  };
}
