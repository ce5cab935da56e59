import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { verifyGroupRequest } from '@paddock/contract/calls/group-requests';
import { missingAccess } from '@paddock/contract/calls/users';
import type { Caller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { isMailedTo } from '../../community/mail/link-mails.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { GroupAccess } from './group-access.js';
import { GroupRequestRepository } from './group-request.repository.js';
import type { GroupRequestRow } from './group-request.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

type Input = CallArguments<typeof verifyGroupRequest>;

/** A request to join with those whom its decision concerns. */
export interface RequestCase {
  /** The group's: a mailed link names its workplace. */
  tenant: Tenant;
  /** The deciding owner or admin. */
  actor: UserRow;
  /** The user who requested to join. */
  user: UserRow;
  row: ConversationRow;
  request: GroupRequestRow;
  link?: LinkTokenRow;
  /** What a spent link did. */
  outcome?: 'already_granted' | 'already_denied';
}

/** Finds the request that a call decides on, and checks that its actor may. */
@Injectable()
export class GroupRequestCases {
  constructor(
    private readonly access: GroupAccess,
    private readonly requests: GroupRequestRepository,
    private readonly heads: ConversationRepository,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly links: LinkTokens,
  ) {}

  /**
   * The actor is the link's, with their present rights, or without a link the signed-in caller.
   *
   * @throws LINK_INVALID, LINK_EXPIRED; without a link INVALID_TOKEN, the caller's missing access, GROUP_NOT_FOUND, FORBIDDEN,
   * USER_NOT_FOUND
   */
  async find(caller: Caller, input: Input): Promise<RequestCase> {
    return input.group_owner_token === undefined
      ? this.ofCaller(caller, input)
      : this.ofLink(caller, input, input.group_owner_token);
  }

  /**
   * Takes the group's turn in a transaction; returns group and request as they are in it.
   *
   * @throws LINK_INVALID; without a link GROUP_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND
   */
  async takeTurn({ tenant, actor, user, row, link }: RequestCase, session: ClientSession) {
    const group = await this.access.takeTurn(tenant, row._id, actor, session).catch((error: unknown) => {
      throw link && error instanceof PaddockError ? new PaddockError('LINK_INVALID') : error;
    });
    const request = await this.requests.of(tenant, group._id, user._id, { session });
    if (!request) throw new PaddockError(link ? 'LINK_INVALID' : 'USER_NOT_FOUND');
    return { group, request };
  }

  private async ofLink(
    { tenant: { community }, config }: Caller,
    { id, user: uid }: Input,
    token: string,
  ): Promise<RequestCase> {
    const link = await this.links.read(tenantOf(community), 'group_request', token);
    const { owner = '', group = '', workplace = '' } = link.facts;
    const tenant = tenantOf(community, workplace);
    const [actor, user, row, request] = await Promise.all([
      this.users.byId(tenant, owner),
      this.users.byId(tenant, uid),
      this.heads.byId(tenant, group),
      this.requests.of(tenant, group, uid),
    ]);
    if (link.user !== uid || group !== id || !actor || !user || !row || !request)
      throw new PaddockError('LINK_INVALID');
    const mayDecide =
      isMailedTo(link, actor) &&
      missingAccess(actor, config) === undefined &&
      this.workplaces.includes(tenant, actor) &&
      (await this.access.manages(tenant, actor, group));
    const isStillHere = missingAccess(user, config) === undefined && this.workplaces.includes(tenant, user);
    if (!mayDecide || !isStillHere) throw new PaddockError('LINK_INVALID');
    const outcome = link.outcome === undefined ? undefined : outcomes[link.outcome];
    return { tenant, actor, user, row, request, link, ...(outcome && { outcome }) };
  }

  private async ofCaller({ tenant, config, user: actor }: Caller, { id, user: uid }: Input): Promise<RequestCase> {
    if (!actor) throw new PaddockError('INVALID_TOKEN');
    const missing = missingAccess(actor, config);
    if (missing) throw new PaddockError(missing);
    const { row } = await this.access.findManaged({ tenant, user: actor }, id);
    const [user, request] = await Promise.all([this.users.byId(tenant, uid), this.requests.of(tenant, row._id, uid)]);
    if (!user || !request || !this.workplaces.includes(tenant, user) || missingAccess(user, config))
      throw new PaddockError('USER_NOT_FOUND');
    return { tenant, actor, user, row, request };
  }
}

const outcomes: Readonly<Record<string, 'already_granted' | 'already_denied'>> = {
  granted: 'already_granted',
  denied: 'already_denied',
};
