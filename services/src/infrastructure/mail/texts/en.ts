import type { MailTexts } from './mail-texts.js';

const ignore = 'If this was not you, you can ignore this mail. Nothing will change.';

export const english: MailTexts = {
  footer: 'This mail was sent by {{community}}.',
  unsubscribe: 'No more mails of this kind',
  mails: {
    welcome: {
      subject: 'Welcome to {{community}}',
      lines: [
        'Hello {{fullname}},',
        'Your account {{username}} at {{community}} is ready. You can log in with your username or with this e-mail address.',
      ],
      actions: [{ title: 'Open {{community}}', link: 'address' }],
    },
    email_pin: {
      subject: '{{pin}} is your PIN for {{community}}',
      lines: [
        'Hello {{fullname}},',
        'This e-mail address was used to sign up for {{community}} as {{username}}. If it was you, enter this PIN to verify it:',
      ],
      code: 'pin',
      actions: [{ title: 'Verify my address', link: 'address' }],
      notes: [
        {
          one: 'The link does the same: it says that the account {{username}} is yours. PIN and link work for one minute.',
          other:
            'The link does the same: it says that the account {{username}} is yours. PIN and link work for {{minutes}} minutes.',
        },
        'If you did not sign up, there is nothing to do: do not open the link, and the account never gets your address. You can sign up with it yourself at any time. Never pass the PIN on: we will not ask you for it.',
      ],
    },
    email_change: {
      subject: '{{pin}} is your PIN for the new address at {{community}}',
      lines: [
        'Hello {{fullname}},',
        'This e-mail address is to become the one of the account {{username}} at {{community}}. Enter this PIN in the settings to confirm it:',
      ],
      code: 'pin',
      notes: [
        {
          one: 'The PIN works for one minute. Until you enter it, the former address stays.',
          other: 'The PIN works for {{minutes}} minutes. Until you enter it, the former address stays.',
        },
        ignore,
      ],
    },
    email_change_begun: {
      subject: 'Your e-mail address at {{community}} is being changed',
      lines: [
        'Hello {{fullname}},',
        'The e-mail address of your account at {{community}} is to become {{email}}. Your password was entered for it.',
        'If this was you, there is nothing to do. If it was not, keep this address: the change ends, and the account is logged out everywhere. Then set a new password.',
      ],
      actions: [{ title: 'Keep this address', link: 'address' }],
      notes: ['The link works for 7 days, also after the change.'],
    },
    address_in_use: {
      subject: 'You already have an account at {{community}}',
      lines: [
        'Hello,',
        'This e-mail address was just entered for a new account at {{community}}. It belongs to your account already, so log in with it, or set a new password if you have forgotten yours.',
      ],
      actions: [
        { title: 'Log in', link: 'login' },
        { title: 'Set a new password', link: 'reset' },
      ],
      notes: [ignore],
    },
    address_unproved: {
      subject: 'No account at {{community}} has confirmed this address',
      lines: [
        'Hello,',
        'A new password at {{community}} was just requested with this e-mail address. A sign-up named it, but the address was never confirmed, so there is no account that it could open.',
        'If it was you, sign up again: you get a new PIN for this address.',
      ],
      actions: [{ title: 'Sign up', link: 'signup' }],
      notes: [ignore],
    },
    reset_password: {
      subject: 'Set a new password for {{community}}',
      lines: ['Hello {{fullname}},', 'You asked to set a new password for your account at {{community}}.'],
      actions: [{ title: 'Set a new password', link: 'address' }],
      notes: [
        {
          one: 'The link works once, for one minute.',
          other: 'The link works once, for {{minutes}} minutes.',
        },
        ignore,
      ],
    },
    password_changed: {
      subject: 'Your password for {{community}} was changed',
      lines: [
        'Hello {{fullname}},',
        'The password of your account at {{community}} was changed just now. Your other devices were logged out.',
        'If this was you, there is nothing to do. If it was not, set a new password at once.',
      ],
      actions: [{ title: 'This was not me', link: 'reset' }],
    },
    security_changed: {
      subject: 'Logging in to {{community}} has changed',
      lines: [
        'Hello {{fullname}},',
        'How you log in to your account at {{community}} changed just now.',
        {
          change: {
            totp_added: 'An authenticator app was set up: signing in by password now asks for its code too.',
            totp_removed: 'The authenticator app was turned off: the password alone is enough again.',
            totp_lifted:
              'An administrator turned the authenticator app off: the password alone is enough again. You were logged out on all devices.',
            passkey_added: 'A passkey was added: it signs in without the password.',
            passkey_removed: 'A passkey was removed.',
            third_party_linked: 'A third-party account was linked: it signs in without the password.',
            third_party_removed: 'Linked third-party accounts were removed: they no longer sign in.',
            third_party_only:
              'A third-party account was linked. Your address had been confirmed without logging in, so that another person could have chosen the password. The password, passkeys, authenticator app and former sessions of the account were therefore removed. You can set a new password by e-mail.',
          },
        },
      ],
      actions: [{ title: 'This was not me', link: 'reset' }],
      notes: [
        'If it was not you: set a new password by the link above, which also removes all linked third-party accounts. Then look at Sign-in security in the settings, and tell the people who run the community.',
      ],
    },
    access_requested: {
      subject: '{{applicant}} asks for access to {{community}}',
      lines: ['Hello {{fullname}},', '{{applicant}} has signed up for {{community}} and waits for your decision.'],
      facts: [
        { label: 'Name', value: 'applicant' },
        { label: 'Username', value: 'username' },
        { label: 'E-mail', value: 'email' },
        { label: 'Company', value: 'company' },
        { label: 'Type', value: 'user_type' },
      ],
      actions: [
        { title: 'Grant access', link: 'grant' },
        { title: 'Deny access', link: 'deny' },
      ],
      notes: ['These links are yours alone: do not forward this mail. Another admin may decide before you.'],
    },
    group_requested: {
      subject: '{{applicant}} asks to join {{group}}',
      lines: ['Hello {{fullname}},', '{{applicant}} asks to join the group {{group}} of {{community}}.'],
      facts: [
        { label: 'Name', value: 'applicant' },
        { label: 'Username', value: 'username' },
        { label: 'Company', value: 'company' },
        { label: 'Workplace', value: 'workplace' },
      ],
      actions: [
        { title: 'Accept', link: 'accept' },
        { title: 'Ignore', link: 'ignore' },
      ],
      notes: ['These links are yours alone: do not forward this mail. Another owner may decide before you.'],
    },
    booking_requested: {
      subject: '{{applicant}} asks for {{room}}',
      lines: ['Hello {{fullname}},', '{{applicant}} asks for the room {{room}} of {{community}}.'],
      quote: 'comment',
      facts: [
        { label: 'Name', value: 'applicant' },
        { label: 'E-mail', value: 'email' },
        { label: 'Company', value: 'company' },
        { label: 'Workplace', value: 'workplace' },
        { label: 'Room', value: 'room' },
        { label: 'From', value: 'from' },
        { label: 'To', value: 'to' },
      ],
      actions: [
        { title: 'Confirm', link: 'confirm' },
        { title: 'Reject', link: 'reject' },
      ],
      notes: ['These links are yours alone: do not forward this mail. Another admin may decide before you.'],
    },
    due_receipt: {
      subject: 'Receipt: {{title}}',
      lines: ['Hello {{fullname}},', 'Your payment to {{community}} has arrived.'],
      facts: [
        { label: 'Receipt', value: 'number' },
        { label: 'Date', value: 'day' },
        { label: 'For', value: 'title' },
        { label: 'Amount', value: 'amount' },
      ],
      actions: [{ title: 'Open the receipt', link: 'address' }],
    },
    invitation: {
      subject: '{{inviter}} invites you to {{community}}',
      lines: ['Hello,', '{{inviter}} invites you to join {{community}}.'],
      actions: [{ title: 'Sign up', link: 'address' }],
      notes: [
        'The link works for 30 days. If you do not know {{inviter}}, you can ignore this mail. Nothing will happen.',
      ],
    },
    access_granted: {
      subject: 'Welcome to {{community}}',
      lines: ['Hello {{fullname}},', 'Your access to {{community}} has been granted. Come in.'],
      actions: [{ title: 'Open {{community}}', link: 'address' }],
    },
    access_denied: {
      subject: 'Your access to {{community}}',
      lines: [
        'Hello {{fullname}},',
        'Your request for access to {{community}} was denied. If you think this is a mistake, please talk to the people who run the community.',
      ],
    },
    account_deleted: {
      subject: 'Your account at {{community}} was deleted',
      lines: [
        'Hello {{fullname}},',
        'Your account at {{community}} has been deleted, and you were logged out everywhere. This cannot be undone.',
      ],
      notes: ['If you did not want this, please talk to the people who run the community.'],
    },
    notice: {
      subject: '{{subject}}',
      lines: ['{{line}}'],
      quote: 'quote',
      facts: [{ label: 'Workplace', value: 'workplace' }],
      actions: [{ title: '{{action}}', link: 'address' }],
    },
  },
};
