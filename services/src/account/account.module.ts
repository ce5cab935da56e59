import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { CredentialRepository } from './password/credential.repository.js';
import { PasswordService } from './password/password.service.js';
import { Passwords } from './password/passwords.js';
import { OwnRecord } from './sessions/own-record.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignUpController } from './sign-up/sign-up.controller.js';
import { SignUpService } from './sign-up/sign-up.service.js';

@Module({
  controllers: [AccountController, SessionsController, SignInController, SignUpController],
  providers: [
    CredentialRepository,
    OwnRecord,
    PasswordService,
    Passwords,
    SessionsService,
    SignInService,
    SignUpService,
  ],
})
export class AccountModule {}
