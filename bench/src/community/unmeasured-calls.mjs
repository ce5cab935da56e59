const password = 'hashes a password; the suite `sign-in` measures that';
const credentials = 'changes the credentials or sessions of one account, once in months';
const mailed = 'takes a token from a mail';
const upload = 'takes an upload; the suite `pictures` measures that';
const outside = 'asks a server outside';
const ending = 'ends an account';

/** The calls without a case, and why. Calls of admins need none. @type {Record<string, string>} */
export const unmeasured = {
  ...Object.fromEntries(
    [
      'account.login',
      'account.sign_up',
      'account.change_password',
      'account.start_totp',
      'account.remove_totp',
      'account.start_passkey',
    ].map((name) => [name, password]),
  ),
  ...Object.fromEntries(
    [
      'account.logout',
      'account.end_session',
      'account.exchange_token',
      'account.add_passkey',
      'account.remove_passkey',
      'account.confirm_totp',
      'account.passkey_login',
      'account.start_passkey_login',
      'account.email_pin',
      'account.verify_pin',
      'account.key_set',
      'account.selectable_groups',
    ].map((name) => [name, credentials]),
  ),
  ...Object.fromEntries(
    [
      'account.activate',
      'account.deny',
      'account.grant',
      'account.verify_access',
      'account.unsubscribe',
      'account.reset_password',
      'account.become_admin',
      'account.validate_admin_token',
      'account.revoke_email',
      'account.send_reset_password_link',
      'account.validate_password_token',
      'classifieds.read_renewal',
      'classifieds.renew_by_link',
      'invitations.verify',
    ].map((name) => [name, mailed]),
  ),
  ...Object.fromEntries(
    ['account.sign_up_image', 'account.profile_image', 'files.upload', 'files.read', 'files.delete'].map((name) => [
      name,
      upload,
    ]),
  ),
  'third_party_auth.link': outside,
  'third_party_auth.login': outside,
  'webview.check': outside,
  'account.delete': ending,
  'account.export': 'runs for minutes, once a day at most',
};
