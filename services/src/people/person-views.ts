import { Injectable } from '@nestjs/common';
import type { Flags } from '@paddock/contract/core/flags';
import { profileDefinitions, standardProfileFields } from '@paddock/contract/core/profile-fields';
import type { PersonRow } from '@paddock/contract/calls/people';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { UserCards } from '../community/users/user-cards.js';
import type { UserRow } from '../community/users/user.schema.js';

const standardFields: readonly string[] = standardProfileFields;

/** Values of a member's fields by name. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Builds views of members that the caller may see. */
@Injectable()
export class PersonViews {
  constructor(private readonly cards: UserCards) {}

  row(caller: SignedInCaller, user: UserRow): PersonRow {
    const { description, job, tags, user_type } = this.values(caller, user);
    return { ...this.cards.card(caller.tenant, caller.user._id, user), description, job, tags, user_type };
  }

  /**
   * The field values that the caller may see: all for the member and for workplace admins, public ones for others. Names and company
   * are on every card and so always public.
   */
  values(caller: SignedInCaller, user: UserRow): Values {
    const filled = Object.entries(user.fields).filter(([, value]) => value !== '');
    if (seesPrivateValues(caller, user)) return Object.fromEntries(filled);
    return Object.fromEntries(filled.filter(([name]) => isPublic(caller.flags, name)));
  }

  /** The values of the deployment's custom fields, also those of its sign-up form, in its order. */
  customFields({ flags }: SignedInCaller, values: Values): Record<string, string> {
    const names = profileDefinitions(flags)
      .map(({ name }) => name)
      .filter((name) => !standardFields.includes(name));
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  }
}

/** Whether the caller may see a member's private values: the member and workplace admins may. */
export function seesPrivateValues({ tenant, user }: SignedInCaller, member: UserRow): boolean {
  return user._id === member._id || isWorkplaceAdmin(user, tenant.workplace);
}

/** Whether a search finds members by this field: a result would reveal a private value to others. */
export function searchesField({ tenant, user, flags }: SignedInCaller, name: string): boolean {
  return isPublic(flags, name) || isWorkplaceAdmin(user, tenant.workplace);
}

const privateFields: readonly string[] = ['phone', 'email'];

/** The field's `public` decides; its default is false for phone and e-mail address, true for every other field. */
export function isPublic({ profile_fields }: Flags, name: string): boolean {
  return profile_fields.find((field) => field.name === name)?.public ?? !privateFields.includes(name);
}
