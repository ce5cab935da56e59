import { Injectable } from '@nestjs/common';
import { dueForm } from '@paddock/contract/calls/dues';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { toProviderAmount } from '../../community/payments/provider-amounts.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { DueFields } from './due.repository.js';
import type { DueRow } from './due.schema.js';

/** Checks the fields of a due: those of the form, the sum with the provider, and whom it names. */
@Injectable()
export class DueFieldRules {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: ConversationRepository,
    private readonly workplaces: Workplaces,
  ) {}

  /**
   * @param known the members and groups that the due names already stay, also when they are gone
   * @throws INVALID_INPUT with the fields, USER_NOT_FOUND, GROUP_NOT_FOUND
   */
  async checked(tenant: Tenant, given: object, known?: DueRow): Promise<DueFields> {
    const form = parseForm(dueForm, given);
    const { title, desc = '', amount, currency, payable_until, users = [], groups = [], reminders = [] } = form;
    // Throws for a sum that the provider cannot charge.
    toProviderAmount(amount, currency);
    const [newUsers, newGroups] = [
      [...new Set(users)].filter((id) => !known?.users.includes(id)),
      [...new Set(groups)].filter((id) => !known?.groups.includes(id) && id !== everybodyGroupId),
    ];
    const found = (await this.users.byIds(tenant, newUsers)).filter((row) => this.workplaces.includes(tenant, row));
    if (found.length < newUsers.length)
      throw new PaddockError('USER_NOT_FOUND', { fields: { users: 'USER_NOT_FOUND' } });
    const heads = newGroups.length > 0 ? await this.groups.byIds(tenant, newGroups) : [];
    if (heads.filter(({ kind }) => kind === 'group').length < newGroups.length)
      throw new PaddockError('GROUP_NOT_FOUND', { fields: { groups: 'GROUP_NOT_FOUND' } });
    return {
      ...{ title, desc, amount, currency, payable_until: payable_until || undefined },
      ...{ users: [...new Set(users)], groups: [...new Set(groups)], reminders: [...new Set(reminders)] },
    };
  }
}
