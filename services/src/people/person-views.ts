import { Injectable } from '@nestjs/common';
import type { Flags } from '@paddock/contract/core/flags';
import type { PersonRow } from '@paddock/contract/calls/people';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { UserCards } from '../community/users/user-cards.js';
import type { UserRow } from '../community/users/user.schema.js';

/** Fields that a card, a row or the profile itself names; any other that the deployment defines is a further one. */
const named = ['username', 'fullname', 'email', 'company', 'description', 'job', 'tags', 'user_type', 'url', 'phone'];

/** Values of a member's fields by name. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Members as the caller may see them. */
@Injectable()
export class PersonViews {
  constructor(private readonly cards: UserCards) {}

  row(caller: SignedInCaller, user: UserRow): PersonRow {
    const { description, job, tags, user_type } = this.values(caller, user);
    return { ...this.cards.card(caller.tenant, caller.user._id, user), description, job, tags, user_type };
  }

  /**
   * The values of a member's fields that the caller may see: their owner and workplace admins all of them, others those that
   * are public. Names and company are on every card and so always public.
   */
  values(caller: SignedInCaller, user: UserRow): Values {
    const filled = Object.entries(user.fields).filter(([, value]) => value !== '');
    if (isConfidant(caller, user)) return Object.fromEntries(filled);
    return Object.fromEntries(filled.filter(([name]) => isPublic(caller.flags, name)));
  }

  /** Of the values those of the deployment's further fields, in its order. */
  further({ flags }: SignedInCaller, values: Values): Record<string, string> {
    const names = flags.profile_fields.map(({ name }) => name).filter((name) => !named.includes(name));
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = values[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  }
}

/** Whether someone may see what a member shows to nobody else: the member, and workplace admins. */
export function isConfidant({ tenant, user }: SignedInCaller, member: UserRow): boolean {
  return user._id === member._id || isWorkplaceAdmin(user, tenant.workplace);
}

/** A phone number is private unless its field's definition says that it is public; anything else is public unless it says no. */
function isPublic({ profile_fields }: Flags, name: string): boolean {
  return profile_fields.find((field) => field.name === name)?.public ?? name !== 'phone';
}
