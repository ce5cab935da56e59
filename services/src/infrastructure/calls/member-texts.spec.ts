import { describe, expect, it } from '@jest/globals';
import { profileFieldForm } from '@paddock/contract/calls/profiles';
import { profileDefinitions } from '@paddock/contract/core/profile-fields';
import { z } from 'zod';
import { classifiedForm } from '@paddock/contract/calls/classifieds';
import { signUpForm, superAdminForm } from '@paddock/contract/calls/account';
import { allCalls } from './all-calls.js';
import { feedbackForm } from '@paddock/contract/calls/feedback';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { itemForm } from '@paddock/contract/calls/items';
import { linkForm } from '@paddock/contract/calls/links';
import { addPasskeyForm } from '@paddock/contract/calls/second-factor';
import { cleanText } from '@paddock/contract/core/speakable';

const spoilt = 'a\u0000b\u202ec\u3164d\ud83d';

/** Fields that a form of the deployment checks, below. */
const byForm = [
  'account.sign_up',
  'account.become_admin',
  'feedback.send',
  'classifieds.create',
  'classifieds.update',
  'items.create',
  'items.update',
  'links.create',
  'links.update',
];
/** Texts that are looked up, compared or logged, and never shown to other members. */
const neverShown = [
  ...['account.change_password verb', 'account.login username_or_email', 'account.selectable_groups place'],
  ...[
    'account.delete verb',
    'sponsors.acknowledgements page',
    'account.applicants after',
    'chats.list query',
    'chats.list after',
  ],
  ...['classifieds.list category', 'classifieds.list query', 'comments.mentions query'],
  ...['dues.members query', 'dues.members after'],
  ...[
    'account.email_pin email',
    'account.verify_pin email',
    'feedback.list before',
    'folders.add_file file',
    'folders.search query',
    'groups.browse query',
    'groups.requests after',
    'groups.create image_url',
    'groups.read query',
    'groups.update image_url',
  ],
  ...[
    'invitations.send emails',
    'items.list type',
    'items.list subtype',
    'sponsors.list page',
    'notifications.list before',
  ],
  'account.update_preferences pn_sponsors',
  ...['operations.check_change file', 'operations.check_change path'],
  ...['account.send_reset_password_link email', 'people.closest page'],
  ...[
    'people.list page',
    'people.search page',
    'people.search query',
    'people.search exclude_users',
    'previews.start file',
    'previews.start path',
    'account.passkey_login challenge_id',
  ],
  ...[
    'shouts.click_link url',
    'shouts.create username',
    'shouts.mentions query',
    'subscription.purchase product',
    'subscription.purchase old_product',
    'third_party_auth.login iss',
  ],
  ...['webview.check url'],
];

const accepts = (schema: z.ZodType) => {
  const parsed = schema.safeParse(spoilt);
  return parsed.success && parsed.data !== cleanText(spoilt);
};

describe('texts that members write', () => {
  it('are refused or cleaned in every call', () => {
    const raw = allCalls
      .filter(({ name }) => !byForm.includes(name) && !name.startsWith('logs.'))
      .flatMap(({ name, input, inBody }) =>
        Object.entries(input.shape as Record<string, z.ZodType>)
          .filter(([field, schema]) => !inBody.includes(field) && accepts(schema))
          .map(([field]) => `${name} ${field}`),
      );
    expect(raw).toEqual(neverShown);
  });

  const flags = flagsSchema.parse({ signup_fields: [{ name: 'company', type: 'input', label: 'Company' }] });
  const forms = {
    ...{
      signUp: signUpForm(flags),
      becomeAdmin: superAdminForm(flags),
      feedback: feedbackForm(),
      addPasskey: addPasskeyForm,
    },
    classified: classifiedForm(flags),
    link: linkForm(flags),
    profile: profileFieldForm(
      profileDefinitions(flags).find(({ name }) => name === 'job')!,
      flags,
    ),
    about: profileFieldForm(
      profileDefinitions(flags).find(({ name }) => name === 'description')!,
      flags,
    ),
    ...{
      plan: itemForm('subscription', flags, 0),
      entry: itemForm('dynamic-list', flags, 0),
      home: itemForm('home', flags, 0),
    },
  };
  it.each(Object.entries(forms))('are refused or cleaned in the form %s', (_, form) => {
    const shape = (form as z.ZodObject).shape as Record<string, z.ZodType>;
    const raw = Object.entries(shape).filter(([, schema]) => accepts(schema));
    expect(raw.map(([field]) => field).filter((field) => field !== 'password')).toEqual([]);
  });
});
