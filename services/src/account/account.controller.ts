import { Controller } from '@nestjs/common';
import { changePassword } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { PreferencesService } from '../community/notifications/preferences.service.js';
import { PasswordService } from './credentials/password/password.service.js';

/** `PUT users/{id}` carries two calls; `verb` tells a password change from preferences. */
@Controller()
export class AccountController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly preferences: PreferencesService,
  ) {}

  @Answers<typeof changePassword | typeof updatePreferences>(changePassword, updatePreferences)
  changeSelf(
    caller: SignedInCaller,
    input: CallArguments<typeof changePassword> | CallArguments<typeof updatePreferences>,
  ) {
    return 'verb' in input ? this.passwords.change(caller, input) : this.preferences.update(caller, input);
  }
}
