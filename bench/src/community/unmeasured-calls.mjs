const password = 'hashes a password; the suite `sign-in` measures that';
const credentials = 'changes the credentials or sessions of one account, once in months';
const mailed = 'takes a token from a mail';
const upload = 'takes an upload; the suite `pictures` measures that';
const outside = 'asks a server outside';
const between = 'changes what two members may do with each other, once in months';
const device = 'runs where push messages are on, once at the start of the browser';
const ending = 'ends an account';
const decides = 'of those who decide on bookings, once for each wall display';

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
      'account.link_identity',
      'account.remove_identity',
    ].map((name) => [name, password]),
  ),
  'people.block': between,
  'people.unblock': between,
  'people.forget_position': 'withdraws a consent, once in months',
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
      'bookings.verify',
      'bookings.confirm',
      'bookings.reject',
    ].map((name) => [name, mailed]),
  ),
  ...Object.fromEntries(
    [
      'account.sign_up_image',
      'account.profile_image',
      'people.profile_image',
      'files.upload',
      'files.read',
      'files.delete',
      'folders.add_file',
      'folders.mark_read',
      'folders.versions',
      'folders.restore_version',
      'moderation.report_file',
    ].map((name) => [name, upload]),
  ),
  'third_party_auth.link': outside,
  'third_party_auth.login': outside,
  'webview.check': outside,
  ...Object.fromEntries(
    [
      'subscription.refresh',
      'subscription.checkout',
      'subscription.preview_change',
      'subscription.change',
      'subscription.cancel',
      'subscription.resume',
      'subscription.portal',
      'subscription.purchase',
      'subscription.old_purchase',
      'subscription.restore',
    ].map((name) => [name, outside]),
  ),
  'dues.payment_intent': outside,
  'dues.check_payment': outside,
  'dues.receipt': 'makes a file, once for a payment',
  ...Object.fromEntries(
    ['notifications.push', 'notifications.register_device', 'notifications.unregister_device'].map((name) => [
      name,
      device,
    ]),
  ),
  'rooms.display_address': decides,
  'rooms.revoke_display_address': decides,
  'rooms.display': 'reads one room every minute for each wall display',
  'bookings.check_in': 'from 15 minutes before the start of a booking, which takes until then',
  'account.delete': ending,
  'account.export': 'runs for minutes, once a day at most',
};
