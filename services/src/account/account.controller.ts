import { Controller } from '@nestjs/common';
import { changePassword } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { replaceProfileImage, updateProfile } from '@paddock/contract/calls/profiles';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { PreferencesService } from '../community/notifications/preferences.service.js';
import type { IncomingFile } from '../infrastructure/calls/incoming-file.js';
import { PasswordService } from './credentials/password/password.service.js';
import { ProfileUpdates } from './profile/profile-updates.js';

type Change = typeof changePassword | typeof updateProfile | typeof updatePreferences;

/** `PUT users/{id}` carries three calls: a `verb` is of a password change, a profile field of a profile update, the rest of preferences. */
@Controller()
export class AccountController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly profiles: ProfileUpdates,
    private readonly preferences: PreferencesService,
  ) {}

  @Answers<Change>(changePassword, updateProfile, updatePreferences)
  changeSelf(caller: SignedInCaller, input: CallArguments<Change>) {
    if ('verb' in input) return this.passwords.change(caller, input);
    return 'fields' in input ? this.profiles.update(caller, input) : this.preferences.update(caller, input);
  }

  @Answers(replaceProfileImage)
  replaceProfileImage(caller: SignedInCaller, input: CallArguments<typeof replaceProfileImage>, file: IncomingFile) {
    return this.profiles.replaceImage(caller, input, file);
  }
}
