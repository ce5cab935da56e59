import { Injectable } from '@nestjs/common';
import { superAdminForm } from '@paddock/contract/calls/account';
import type { becomeAdmin, validateAdminLink } from '@paddock/contract/calls/admin-links';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import type { Caller } from '../../community/calls/caller.js';
import { endedBlocks } from '../../community/users/ended-blocks.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { withBoundedPatterns } from '../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Passwords } from '../credentials/password/passwords.js';

/** The link of `npm run admin` makes a member super admin (decisions, Accounts). */
@Injectable()
export class AdminLinksService {
  constructor(
    private readonly users: UserRepository,
    private readonly links: LinkTokens,
    private readonly passwords: Passwords,
    private readonly conversations: ConversationMembers,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async validate(
    { tenant }: Caller,
    { admin_token }: CallArguments<typeof validateAdminLink>,
  ): Promise<CallReply<typeof validateAdminLink>> {
    const { link, holder } = await this.read(tenant, admin_token);
    if (link.outcome !== undefined) throw new PaddockError('LINK_EXPIRED');
    return { email: link.user, exists: holder !== null };
  }

  /** A resend after a lost reply gets the same reply. */
  async become(caller: Caller, input: CallArguments<typeof becomeAdmin>): Promise<{ ok: true }> {
    const { tenant } = caller;
    const { admin_token, ...form } = input;
    const { link, holder } = await this.read(tenant, admin_token);
    if (link.outcome !== undefined) {
      if (holder?.admin) return { ok: true };
      throw new PaddockError('LINK_EXPIRED');
    }
    const isDone = holder ? await this.promote(tenant, link, holder) : await this.create(caller, link, form);
    if (!isDone) throw new PaddockError('LINK_EXPIRED');
    return { ok: true };
  }

  private async promote(tenant: Tenant, link: LinkTokenRow, { _id: user }: UserRow): Promise<boolean> {
    return this.mongo.transaction(async (session) => {
      if (!(await this.links.spend(tenant, link, 'promoted', { session }))) return false;
      await this.users.setAdmin(tenant, user, true, { session });
      const blockers = await this.users.forgetBlocks(tenant, user, { session });
      const changes = [{ kind: 'MemberChanged', tenant, user } as const, ...endedBlocks(tenant, blockers, user)];
      await this.outbox.add(session, ...changes, roleByLink(tenant, user));
      return true;
    });
  }

  private async create(
    { tenant, flags, language }: Caller,
    link: LinkTokenRow,
    input: Omit<CallArguments<typeof becomeAdmin>, 'admin_token'>,
  ): Promise<boolean> {
    const { fullname, username, password } = parseForm(superAdminForm(withBoundedPatterns(flags)), input);
    const passwordHash = await this.passwords.hash(password);
    const user = newId();
    const row = { _id: user, client_id: newId(), email: link.user, username, fullname, language, admin: true };
    const isDone = await this.mongo
      .transaction(async (session) => {
        if (!(await this.links.spend(tenant, link, 'created', { session }))) return false;
        await this.users.create(tenant, row, { session });
        await this.passwords.store(tenant, user, passwordHash, { session });
        const about = { tenant, user };
        await this.outbox.add(
          session,
          { kind: 'MemberSignedUp', ...about },
          { kind: 'EmailVerified', ...about },
          roleByLink(tenant, user),
        );
        return true;
      })
      .catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        // Verified by another account meanwhile: the link is good for that one.
        if (await this.users.byEmail(tenant, link.user)) throw new PaddockError('CONFLICT');
        throw new PaddockError('USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
      });
    if (isDone) await this.conversations.joinEverybody(tenantOf(tenant.community), user);
    return isDone;
  }

  private async read(tenant: Tenant, token: string): Promise<{ link: LinkTokenRow; holder: UserRow | null }> {
    const link = await this.links.read(tenant, 'super_admin', token);
    const holder = await this.users.byEmail(tenant, link.user);
    // As when the link is made: the account may have changed since.
    if (holder?.banned || holder?.verified_by_link) throw new PaddockError('LINK_INVALID');
    return { link, holder };
  }
}

const roleByLink = (tenant: Tenant, user: string) =>
  ({ kind: 'RoleChanged', tenant, user, by: user, role: 'admin', granted: true, by_link: true }) as const;
