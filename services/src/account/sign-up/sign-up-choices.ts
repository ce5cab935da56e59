import { Injectable } from '@nestjs/common';
import type { SignUpValue } from '@paddock/contract/calls/account';
import type { SignupField } from '@paddock/contract/core/form-fields';
import { joinChoices } from '@paddock/contract/core/profile-fields';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { Caller } from '../../community/calls/caller.js';
import { GroupListRepository } from '../../community/conversations/group-list.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../../community/users/user.schema.js';

/** The parts of a new member that the sign-up's extra fields decide. */
export type ChosenParts = Pick<UserRow, 'fields' | 'workplaces' | 'chosen_groups'>;

/** Groups that the form offers. */
const maxGroups = 200;

/** Checks the extra fields of a sign-up against the choices that only the service knows. */
@Injectable()
export class SignUpChoices {
  constructor(
    private readonly groups: GroupListRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  /**
   * @param values - validated by the form's own rules
   *
   * @throws INVALID_INPUT with `{field}_INVALID_PATTERN` for a choice that is not offered.
   */
  async partsOf({ tenant, config, flags }: Caller, values: Readonly<Record<string, unknown>>): Promise<ChosenParts> {
    const chosen = flags.signup_fields.map((field) => ({ field, list: listOf(values[field.name] as SignUpValue) }));
    const named = (type: SignupField['type']) => chosen.find(({ field }) => field.type === type);
    const workplaces = named('workplaces')?.list ?? [];
    const groups = named('selected-groups');
    const [workplace = ''] = workplaces;
    const known = config.workplaces.map(({ id }) => id);
    const refused = await Promise.all(
      chosen.map(async ({ field, list }) => {
        if (list.length === 0) return false;
        if (field.type === 'workplaces') return list.some((id) => !known.includes(id));
        if (field.type === 'selected-groups')
          return (
            !known.concat('').includes(workplace) ||
            (await this.open(tenant.community, workplace, list)).length < list.length
          );
        if (field.type !== 'dynamic-list' || field.last_option_is_text) return false;
        const choices = await this.choicesOf(tenant, field.subtype ?? '');
        return list.some((value) => !choices.includes(value));
      }),
    );
    const faulty = chosen.filter((_, index) => refused[index]).map(({ field }) => field.name);
    if (faulty.length > 0) {
      const fields = Object.fromEntries(faulty.map((name) => [name, `${name}_INVALID_PATTERN` as const]));
      throw new PaddockError('INVALID_INPUT', { fields });
    }
    const texts = chosen.filter(({ field, list }) => list.length > 0 && isText(field));
    return {
      fields: Object.fromEntries(texts.map(({ field, list }) => [field.name, joinChoices(list)])),
      workplaces,
      ...(groups && groups.list.length > 0 && { chosen_groups: { workplace, ids: groups.list } }),
    };
  }

  /** @throws FEATURE_DISABLED when no field offers groups; INVALID_INPUT for an unknown workplace. */
  async selectableGroups({ tenant, config, flags }: Caller, workplace = '') {
    if (!flags.signup_fields.some(({ type }) => type === 'selected-groups')) throw new PaddockError('FEATURE_DISABLED');
    if (workplace !== '' && !config.workplaces.some(({ id }) => id === workplace))
      throw new PaddockError('INVALID_INPUT', { fields: { place: 'place_INVALID_PATTERN' } });
    const rows = await this.groups.openGroups(tenantOf(tenant.community, workplace), maxGroups);
    return { groups: rows.map(({ _id, title, color }) => ({ id: _id, title, color })) };
  }

  private open(community: string, workplace: string, ids: readonly string[]) {
    return this.groups.openGroups(tenantOf(community, workplace), ids.length, { among: ids });
  }

  /** Returns no choices in a process without a service that stores lists. */
  private async choicesOf(tenant: Caller['tenant'], subtype: string): Promise<string[]> {
    const lists = [...this.extensions.all('list_choices').values()].map((choices) => choices(tenant, subtype));
    return (await Promise.all(lists)).flat();
  }
}

const isText = ({ type }: SignupField) => type !== 'workplaces' && type !== 'selected-groups';

function listOf(value: SignUpValue | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
