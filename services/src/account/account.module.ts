import { Module } from '@nestjs/common';
import { AccountDataController } from './data/account-data.controller.js';
import { AccountRecords } from './data/account-records.js';
import { DeletionService } from './data/deletion.service.js';
import { ExportService } from './data/export.service.js';
import { UnprovedAccounts } from './data/unproved-accounts.js';
import { AccountController } from './account.controller.js';
import { AdminLinksController } from './admins/admin-links.controller.js';
import { AdminLinksService } from './admins/admin-links.service.js';
import { UnattendedCommunities } from './admins/unattended-communities.js';
import { FeedbackController } from './feedback/feedback.controller.js';
import { FeedbackRepository } from './feedback/feedback.repository.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { ChosenGroups } from './sign-up/approval/chosen-groups.js';
import { ApprovalMails } from './sign-up/approval/approval-mails.js';
import { ApprovalController } from './sign-up/approval/approval.controller.js';
import { ApprovalRights } from './sign-up/approval/approval-rights.js';
import { ApprovalService } from './sign-up/approval/approval.service.js';
import { AddressProof } from './sign-up/email-verification/address-proof.js';
import { EmailPinRepository } from './credentials/email-pin.repository.js';
import { EmailChangeService } from './credentials/email-change/email-change.service.js';
import { EmailPins } from './credentials/email-pins.js';
import { EmailVerificationController } from './sign-up/email-verification/email-verification.controller.js';
import { EmailVerificationService } from './sign-up/email-verification/email-verification.service.js';
import { HoldAddresses } from './sign-up/email-verification/hold-addresses.js';
import { CredentialRepository } from './credentials/password/credential.repository.js';
import { PasswordResetController } from './sign-in/password-reset/password-reset.controller.js';
import { PasswordResetService } from './sign-in/password-reset/password-reset.service.js';
import { PasswordService } from './credentials/password/password.service.js';
import { Passwords } from './credentials/password/passwords.js';
import { ResetMail } from './sign-in/password-reset/reset-mail.js';
import { ProfileUpdates } from './profile/profile-updates.js';
import { ProfileValues } from './profile/profile-values.js';
import { BanController } from './sessions/ban.controller.js';
import { SessionIssuer } from './sessions/session-issuer.js';
import { KnownAddressRepository } from './sessions/known-address.repository.js';
import { OwnRecord } from './sessions/own-record.js';
import { AuthenticatorRepository } from './credentials/second-factor/authenticator.repository.js';
import { AuthenticatorService } from './credentials/second-factor/authenticator.service.js';
import { LostFactor } from './credentials/second-factor/lost-factor.js';
import { OwnPassword } from './credentials/password/own-password.js';
import { PasskeyChallenges } from './credentials/second-factor/passkey-challenges.js';
import { PasskeyRepository } from './credentials/second-factor/passkey.repository.js';
import { PasskeysService } from './credentials/second-factor/passkeys.service.js';
import { SecretBox } from './credentials/second-factor/secret-box.js';
import { SecurityMail } from './credentials/second-factor/security-mail.js';
import { SecondFactorController } from './credentials/second-factor/second-factor.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignedTokens } from './sessions/signed-tokens.js';
import { TokenExchange } from './sessions/token-exchange.js';
import { SecondFactor } from './credentials/second-factor/second-factor.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInAttempts } from './sign-in/sign-in-attempts.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignUpChoices } from './sign-up/sign-up-choices.js';
import { SignUpController } from './sign-up/sign-up.controller.js';
import { SignUpService } from './sign-up/sign-up.service.js';
import { Attempts } from './sign-in/third-party/attempts.js';
import { IdentityRepository } from './identities/identity.repository.js';
import { Providers } from './sign-in/third-party/providers.js';
import { ThirdPartyController } from './sign-in/third-party/third-party.controller.js';
import { ThirdPartyMembers } from './sign-in/third-party/third-party-members.js';
import { ThirdPartyService } from './sign-in/third-party/third-party.service.js';
import { EmailRevocation } from './credentials/email-change/email-revocation.js';
import { RevocationMail } from './credentials/email-change/revocation-mail.js';
import { AccountRemoval } from './data/account-removal.js';
import { ForeignSignIns } from './credentials/foreign-sign-ins.js';
import { LinkedIdentities } from './credentials/linked-identities.js';
import { ResetRequests } from './sign-in/password-reset/reset-requests.js';
import { AccountCreation } from './sign-up/account-creation.js';
import { EarlierSignUps } from './sign-up/earlier-sign-ups.js';
import { EmailActivation } from './sign-up/email-verification/email-activation.js';

@Module({
  controllers: [
    AccountDataController,
    AdminLinksController,
    ApprovalController,
    EmailVerificationController,
    FeedbackController,
    AccountController,
    BanController,
    PasswordResetController,
    SecondFactorController,
    SessionsController,
    SignInController,
    SignUpController,
    ThirdPartyController,
  ],
  providers: [
    AccountRecords,
    AccountRemoval,
    DeletionService,
    ExportService,
    UnprovedAccounts,
    AddressProof,
    AdminLinksService,
    UnattendedCommunities,
    ChosenGroups,
    ApprovalMails,
    ApprovalRights,
    ApprovalService,
    EmailPinRepository,
    EmailActivation,
    EmailChangeService,
    EmailRevocation,
    RevocationMail,
    EmailPins,
    EmailVerificationService,
    FeedbackRepository,
    FeedbackService,
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
    SessionIssuer,
    KnownAddressRepository,
    OwnRecord,
    ForeignSignIns,
    PasswordResetService,
    ResetRequests,
    PasswordService,
    Passwords,
    ProfileUpdates,
    ProfileValues,
    ResetMail,
    SessionsService,
    SignedTokens,
    TokenExchange,
    SignInAttempts,
    SignInService,
    AccountCreation,
    EarlierSignUps,
    SignUpService,
    Attempts,
    IdentityRepository,
    LinkedIdentities,
    Providers,
    ThirdPartyMembers,
    ThirdPartyService,
  ],
})
export class AccountModule {}
