import { Injectable } from '@nestjs/common';
import { profileValue } from '@paddock/contract/calls/profiles';
import type { FieldCode } from '@paddock/contract/core/errors';
import { profileDefinitions, splitChoices, type ProfileField } from '@paddock/contract/core/profile-fields';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { editsAsAdmin } from '../../community/users/profile-rights.js';
import type { ProfileParts } from '../../community/users/profile.repository.js';
import { withBoundedPatterns } from '../../infrastructure/calls/bounded-patterns.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

export type SubmittedValues = Readonly<Record<string, string | readonly string[]>>;
type Checked = { name: string; value: string } | { name: string; code: FieldCode };

/** Checks new values of profile fields by the deployment's definitions (A §5). */
@Injectable()
export class ProfileValues {
  constructor(private readonly extensions: ExtensionPoints) {}

  /**
   * The values that differ from the stored ones, by name; '' for one to remove. An empty value of an empty field is none.
   *
   * @throws INVALID_INPUT with the codes of all faulty fields; FORBIDDEN with the names of those that the caller may not change.
   */
  async changes(caller: SignedInCaller, stored: ProfileParts, given: SubmittedValues): Promise<Map<string, string>> {
    const definitions = new Map(profileDefinitions(caller.flags).map((field) => [field.name, field]));
    const rules = withBoundedPatterns(caller.flags);
    const asAdmin = editsAsAdmin(caller);
    const checked = await Promise.all(
      Object.entries(given).map(async ([name, value]): Promise<Checked> => {
        const field = definitions.get(name);
        if (!field) return { name, code: `${name}_UNKNOWN` as FieldCode };
        if (name === 'email' || (field.read_only && !asAdmin)) return { name, code: 'FORBIDDEN' };
        // An empty value is the same for every type, and valid where nothing is stored.
        if (isEmpty(value) && valueOf(stored, name) === '') return { name, value: '' };
        const schema = profileValue(field, rules);
        const parsed = schema.safeParse(typeof value === 'string' ? value : [...value]);
        if (!parsed.success) {
          const suffix = parsed.error.issues[0]?.message === 'LENGTH_PATTERN' ? 'LENGTH_PATTERN' : 'INVALID_PATTERN';
          return { name, code: `${name}_${suffix}` };
        }
        const isChoice = await this.isChoice(caller.tenant, field, parsed.data);
        return isChoice ? { name, value: parsed.data } : { name, code: `${name}_INVALID_PATTERN` };
      }),
    );
    const codes = checked.flatMap((one) => ('code' in one ? [[one.name, one.code] as const] : []));
    if (codes.length > 0) {
      const isForbidden = codes.some(([, code]) => code === 'FORBIDDEN');
      throw new PaddockError(isForbidden ? 'FORBIDDEN' : 'INVALID_INPUT', { fields: Object.fromEntries(codes) });
    }
    const values = checked.flatMap((one) => ('value' in one ? [[one.name, one.value] as const] : []));
    return new Map(values.filter(([name, value]) => value !== valueOf(stored, name)));
  }

  /** Whether a dynamic list has the values. False in a process without the service that stores lists. */
  private async isChoice(tenant: Tenant, field: ProfileField, value: string): Promise<boolean> {
    if (field.type !== 'dynamic-list' || field.last_option_is_text || value === '') return true;
    const lists = [...this.extensions.all('list_choices').values()].map((list) => list(tenant, field.subtype ?? ''));
    const choices = (await Promise.all(lists)).flat();
    return (field.multiple ? splitChoices(value) : [value]).every((choice) => choices.includes(choice));
  }
}

const isEmpty = (value: string | readonly string[]) =>
  typeof value === 'string' ? value.trim() === '' : value.every((one) => one.trim() === '');

/** The stored value of a field; '' for none. */
export function valueOf({ username, fullname, fields }: ProfileParts, name: string): string {
  if (name === 'username') return username;
  if (name === 'fullname') return fullname;
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? '';
}
