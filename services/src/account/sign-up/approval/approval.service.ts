import { Injectable } from '@nestjs/common';
import type { Applicant, grantAccess, readApplicants, verifyAccess } from '@paddock/contract/calls/approval';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import { belongsTo, workplaceOf } from '@paddock/contract/core/workplaces';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { isMailedTo } from '../../../community/mail/link-mails.js';
import { UserCards } from '../../../community/users/user-cards.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { ChosenGroups } from './chosen-groups.js';
import { accessOf, ApprovalRights } from './approval-rights.js';

/** A decision to take; `link` only when a mailed link was used. */
interface Case {
  admin: UserRow;
  applicant: UserRow;
  link?: LinkTokenRow;
}

/** Grants or denies access to applicants (A §2, Grant and deny behaviour). */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly links: LinkTokens,
    private readonly rights: ApprovalRights,
    private readonly chosenGroups: ChosenGroups,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the applicant and the state of their access; changes nothing. Without a link, only while the applicant waits. */
  async verify(caller: Caller, input: CallArguments<typeof verifyAccess>): Promise<Applicant> {
    const { admin, applicant, link } = await this.caseOf(caller, input);
    // A link names its applicant. Without one, the reply would show the address of each member.
    if (!link && accessOf(applicant) !== 'waiting') throw new PaddockError('USER_NOT_FOUND');
    return this.view(caller.tenant, admin, applicant);
  }

  /** @throws ALREADY_GRANTED, ALREADY_DENIED when this or another admin has decided. */
  async decide(caller: Caller, input: CallArguments<typeof grantAccess>, isGranted: boolean): Promise<Applicant> {
    const { admin, applicant, link } = await this.caseOf(caller, input);
    const tenant = link ? placeOfLink(caller, admin, applicant) : caller.tenant;
    const row = await this.mongo.transaction(async (session) => {
      const decided = await this.users.decideAccess(tenant, applicant._id, isGranted, { session });
      if (!decided) return null;
      if (link) await this.links.spend(tenant, link, isGranted ? 'granted' : 'denied', { session });
      const user = decided._id;
      await this.outbox.add(
        session,
        { kind: isGranted ? 'AccessGranted' : 'AccessDenied', tenant, user, by: admin._id },
        { kind: 'MemberChanged', tenant, user },
      );
      if (isGranted) await this.chosenGroups.join(tenant, decided, session);
      return decided;
    });
    if (row) return this.view(tenant, admin, row);
    const now = await this.users.byId(tenant, applicant._id);
    throw new PaddockError(now?.denied ? 'ALREADY_DENIED' : 'ALREADY_GRANTED');
  }

  async waiting(
    { tenant, user }: SignedInCaller,
    { after, count }: CallArguments<typeof readApplicants>,
  ): Promise<CallReply<typeof readApplicants>> {
    const ofWorkplaces = user.admin ? undefined : this.rights.administered(tenant, user);
    const [rows, total] = await Promise.all([
      this.users.waiting(tenant, count + 1, { after, ofWorkplaces }),
      this.users.waitingCount(tenant, ofWorkplaces),
    ]);
    const shown = rows.slice(0, count);
    return {
      users: shown.map((row) => this.view(tenant, user, row)),
      total,
      ...(rows.length > count && { next: shown.at(-1)!._id }),
    };
  }

  /**
   * The admin is the link's, with their present rights, or without a link the signed-in one.
   *
   * @throws LINK_INVALID, LINK_EXPIRED; without a link INVALID_TOKEN, the caller's missing access, FORBIDDEN, USER_NOT_FOUND
   */
  private async caseOf(caller: Caller, { id, admin_token }: CallArguments<typeof verifyAccess>): Promise<Case> {
    const { tenant } = caller;
    if (admin_token === undefined) return this.caseOfAdmin(caller, id);
    const link = await this.links.read(tenant, 'approve', admin_token);
    const [admin, applicant] = await Promise.all([
      this.users.byId(tenant, link.facts['admin'] ?? ''),
      this.users.byId(tenant, link.user),
    ]);
    const mayAct = admin && isMailedTo(link, admin) && !missingAccess(admin, caller.config);
    const isValid = link.user === id && mayAct && applicant?.email_verified;
    if (!isValid || !this.rights.mayDecide(tenant, admin, applicant)) throw new PaddockError('LINK_INVALID');
    return { admin, applicant, link };
  }

  private async caseOfAdmin({ tenant, user: admin, config }: Caller, id: string): Promise<Case> {
    if (!admin) throw new PaddockError('INVALID_TOKEN');
    const missing = missingAccess(admin, config);
    if (missing) throw new PaddockError(missing);
    // Before the look-up, so that other members cannot probe for accounts.
    if (!admin.admin && this.rights.administered(tenant, admin).length === 0) throw new PaddockError('FORBIDDEN');
    const applicant = await this.users.byId(tenant, id);
    if (!applicant?.email_verified) throw new PaddockError('USER_NOT_FOUND');
    if (!this.rights.mayDecide(tenant, admin, applicant)) throw new PaddockError('FORBIDDEN');
    return { admin, applicant };
  }

  private view(tenant: Tenant, viewer: UserRow, row: UserRow): Applicant {
    const { online: _online, ...card } = this.cards.card(tenant, viewer._id, row);
    return {
      ...card,
      email: row.email,
      user_type: row.fields['user_type'],
      workplaces: row.workplaces,
      access: accessOf(row),
      created: row.created.toISOString(),
    };
  }
}

/** The applicant's workplace that the admin of a link administers, else the admin's own: its audit trail shows the decision. */
function placeOfLink({ tenant, config }: Caller, admin: UserRow, { workplaces }: UserRow): Tenant {
  const wish = workplaces.find((one) => isWorkplaceAdmin(admin, one) && belongsTo(admin, one, config));
  return tenantOf(tenant.community, workplaceOf(admin, wish, config));
}
