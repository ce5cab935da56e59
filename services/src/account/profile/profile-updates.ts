import { Injectable } from '@nestjs/common';
import type { replaceProfileImage, updateProfile } from '@paddock/contract/calls/profiles';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { canEditProfile } from '../../community/users/profile-rights.js';
import { ProfileRepository, type ProfileParts } from '../../community/users/profile.repository.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { ProfileValues, valueOf } from './profile-values.js';

/** Changes profiles: the caller's own, and others' as admin (A §5, §6). */
@Injectable()
export class ProfileUpdates {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly values: ProfileValues,
    private readonly visibility: UserVisibility,
    private readonly files: FilesService,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws USER_NOT_FOUND, FORBIDDEN, INVALID_INPUT, USERNAME_NOT_AVAILABLE */
  async update(
    caller: SignedInCaller,
    { id, fields }: CallArguments<typeof updateProfile>,
  ): Promise<CallReply<typeof updateProfile>> {
    await this.editable(caller, id);
    const row = await this.mongo
      .transaction((session) => this.store(caller, { id, fields }, session))
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw new PaddockError('USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
      });
    const names = Object.keys(fields);
    return {
      ...this.cards.card(caller.tenant, caller.user._id, row),
      fields: Object.fromEntries(names.map((name) => [name, valueOf(row, name)])),
    };
  }

  /** @throws USER_NOT_FOUND, FORBIDDEN, INVALID_FILE */
  async replaceImage(caller: SignedInCaller, { id }: CallArguments<typeof replaceProfileImage>, file: IncomingFile) {
    const user = await this.editable(caller, id);
    return this.files.uploadProfileImage({ tenant: caller.tenant, user }, file, caller.user._id);
  }

  private async editable(caller: SignedInCaller, id: string): Promise<UserRow> {
    const member = await this.visibility.find(caller, id);
    if (!canEditProfile(caller, member)) throw new PaddockError('FORBIDDEN');
    return member;
  }

  private async store(
    caller: SignedInCaller,
    { id, fields }: CallArguments<typeof updateProfile>,
    session: ClientSession,
  ): Promise<UserRow> {
    const { tenant, user } = caller;
    const stored = await this.profiles.stored(tenant, id, { session });
    if (!stored) throw new PaddockError('USER_NOT_FOUND');
    const changes = await this.values.changes(caller, stored, fields);
    if (changes.size === 0) return stored;
    const row = await this.profiles.set(tenant, id, applyChanges(stored, changes), { session });
    if (!row) throw new PaddockError('USER_NOT_FOUND');
    await this.outbox.add(
      session,
      { kind: 'MemberChanged', tenant, user: id },
      { kind: 'ProfileChanged', tenant, user: id, by: user._id, fields: [...changes.keys()] },
    );
    return row;
  }
}

function applyChanges(stored: UserRow, changes: ReadonlyMap<string, string>): ProfileParts {
  const { username = stored.username, fullname = stored.fullname, ...rest } = Object.fromEntries(changes);
  const fields = Object.entries({ ...stored.fields, ...rest }).filter(([, value]) => value !== '');
  return { username, fullname, fields: Object.fromEntries(fields) };
}
