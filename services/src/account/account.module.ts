import { Module } from '@nestjs/common';
import { AccountDataController } from './account-data/account-data.controller.js';
import { AccountRecords } from './account-data/account-records.js';
import { DeletionService } from './account-data/deletion.service.js';
import { ExportService } from './account-data/export.service.js';
import { UnprovedAccounts } from './account-data/unproved-accounts.js';
import { AccountController } from './account.controller.js';
import { Admission } from './approval/admission.js';
import { ApprovalMails } from './approval/approval-mails.js';
import { ApprovalController } from './approval/approval.controller.js';
import { ApprovalService } from './approval/approval.service.js';
import { AddressProof } from './email-verification/address-proof.js';
import { EmailPinRepository } from './email-verification/email-pin.repository.js';
import { EmailPins } from './email-verification/email-pins.js';
import { EmailVerificationController } from './email-verification/email-verification.controller.js';
import { EmailVerificationService } from './email-verification/email-verification.service.js';
import { HoldAddresses } from './email-verification/hold-addresses.js';
import { CredentialRepository } from './password/credential.repository.js';
import { PasswordController } from './password/password.controller.js';
import { PasswordResetService } from './password/password-reset.service.js';
import { PasswordService } from './password/password.service.js';
import { Passwords } from './password/passwords.js';
import { ResetMail } from './password/reset-mail.js';
import { BanController } from './sessions/ban.controller.js';
import { BanService } from './sessions/ban.service.js';
import { SessionIssuer } from './sessions/session-issuer.js';
import { KnownAddressRepository } from './sessions/known-address.repository.js';
import { OwnRecord } from './sessions/own-record.js';
import { AuthenticatorRepository } from './second-factor/authenticator.repository.js';
import { AuthenticatorService } from './second-factor/authenticator.service.js';
import { LostFactor } from './second-factor/lost-factor.js';
import { OwnPassword } from './second-factor/own-password.js';
import { PasskeyChallenges } from './second-factor/passkey-challenges.js';
import { PasskeyRepository } from './second-factor/passkey.repository.js';
import { PasskeysService } from './second-factor/passkeys.service.js';
import { SecretBox } from './second-factor/secret-box.js';
import { SecurityMail } from './second-factor/security-mail.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignedTokens } from './sessions/signed-tokens.js';
import { TokenExchange } from './sessions/token-exchange.js';
import { SecondFactor } from './sign-in/second-factor.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInAttempts } from './sign-in/sign-in-attempts.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignUpChoices } from './sign-up/sign-up-choices.js';
import { SignUpController } from './sign-up/sign-up.controller.js';
import { SignUpService } from './sign-up/sign-up.service.js';
import { Attempts } from './third-party/attempts.js';
import { IdentityRepository } from './third-party/identity.repository.js';
import { Providers } from './third-party/providers.js';
import { ThirdPartyController } from './third-party/third-party.controller.js';
import { ThirdPartyMembers } from './third-party/third-party-members.js';
import { ThirdPartyService } from './third-party/third-party.service.js';

@Module({
  controllers: [
    AccountDataController,
    ApprovalController,
    EmailVerificationController,
    AccountController,
    BanController,
    PasswordController,
    SecondFactorController,
    SessionsController,
    SignInController,
    SignUpController,
    ThirdPartyController,
  ],
  providers: [
    AccountRecords,
    DeletionService,
    ExportService,
    UnprovedAccounts,
    AddressProof,
    Admission,
    ApprovalMails,
    ApprovalService,
    EmailPinRepository,
    EmailPins,
    EmailVerificationService,
    HoldAddresses,
    SignUpChoices,
    AuthenticatorRepository,
    AuthenticatorService,
    LostFactor,
    OwnPassword,
    PasskeyChallenges,
    PasskeyRepository,
    PasskeysService,
    SecretBox,
    SecurityMail,
    { provide: SecondFactor, useExisting: AuthenticatorService },
    CredentialRepository,
    BanService,
    SessionIssuer,
    KnownAddressRepository,
    OwnRecord,
    PasswordResetService,
    PasswordService,
    Passwords,
    ResetMail,
    SessionsService,
    SignedTokens,
    TokenExchange,
    SignInAttempts,
    SignInService,
    SignUpService,
    Attempts,
    IdentityRepository,
    Providers,
    ThirdPartyMembers,
    ThirdPartyService,
  ],
})
export class AccountModule {}
