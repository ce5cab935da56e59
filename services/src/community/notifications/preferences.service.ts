import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { updatePreferences } from '@paddock/contract/calls/notifications';
import type { Self } from '@paddock/contract/calls/users';
import { z } from 'zod';
import type { SignedInCaller } from '../calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { UserCards } from '../users/user-cards.js';
import { PreferencesRepository } from './preferences.repository.js';

const maxNamespaces = 100;
const byNamespace = z
  .record(z.string().regex(/^[\w-]{1,40}$/), z.boolean())
  .refine((record) => Object.keys(record).length <= maxNamespaces);

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
    const preferences = { ...changed, ...(pn_sponsors !== undefined && { pn_sponsors: namespacesOf(pn_sponsors) }) };
    const row = await this.preferences.set(tenant, user._id, preferences, { language, quietHours });
    return this.cards.self(tenant, row ?? user, await this.memberships.ofUser(tenant, user._id));
  }
}

function namespacesOf(text: string): Record<string, boolean> {
  try {
    return byNamespace.parse(JSON.parse(text));
  } catch {
    throw new PaddockError('INVALID_INPUT', { fields: { pn_sponsors: 'pn_sponsors_INVALID_PATTERN' } });
  }
}
