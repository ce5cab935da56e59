import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { updatePreferences } from '@paddock/contract/calls/notifications';
import type { Self } from '@paddock/contract/calls/users';
import { z } from 'zod';
import type { SignedInCaller } from '../calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { UserCards } from '../users/user-cards.js';
import type { UserRow } from '../users/user.schema.js';
import { PreferencesRepository } from './preferences.repository.js';

const maxNamespaces = 100;
const byNamespace = z.record(z.string().regex(/^[\w-]{1,40}$/), z.boolean());

/** The caller's preferences, quiet hours and language. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly memberships: MembershipRepository,
    private readonly cards: UserCards,
  ) {}

  /** Returns the caller's updated record. */
  async update(
    { tenant, user, flags, config }: SignedInCaller,
    { id, pn_sponsors, language, quiet_hours: quietHours, ...switches }: CallArguments<typeof updatePreferences>,
  ): Promise<Self> {
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    if (switches.mailing_dm !== undefined && flags.direct_messages_enabled === false)
      throw new PaddockError('FEATURE_DISABLED');
    if (language !== undefined && !config.languages.includes(language))
      throw new PaddockError('INVALID_INPUT', { fields: { language: 'language_INVALID_PATTERN' } });
    const changed = Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined));
    const preferences = {
      ...changed,
      ...(pn_sponsors !== undefined && { pn_sponsors: namespacesOf(pn_sponsors, user) }),
    };
    const row = await this.preferences.set(tenant, user._id, preferences, { language, quietHours });
    return this.cards.self(tenant, row ?? user, await this.memberships.ofUser(tenant, user._id));
  }
}

/** The given namespaces, which are added to those of the member. */
function namespacesOf(text: string, { preferences }: UserRow): Record<string, boolean> {
  try {
    const stored = preferences?.pn_sponsors;
    return byNamespace
      .refine((given) => Object.keys({ ...stored, ...given }).length <= maxNamespaces)
      .parse(JSON.parse(text));
  } catch {
    throw new PaddockError('INVALID_INPUT', { fields: { pn_sponsors: 'pn_sponsors_INVALID_PATTERN' } });
  }
}
