import { describe, expect, it } from '@jest/globals';
import { changePassword, signUp } from '../calls/account.js';
import { updatePreferences } from '../calls/notifications.js';
import { updateProfile } from '../calls/profiles.js';
import { commonParameters } from './common-parameters.js';
import { deployment, deploymentContradictions } from './deployment.js';
import { signUpBaseFields, signupField } from './form-fields.js';

const minimal = {
  id: 'club',
  title: 'Club',
  look: { accent: '#ff5b1f' },
  tabs: ['chats'],
  modules: { 'mfe-chats': 'stable' },
};
const third_party_auth = { title: 'Club account', issuer: 'https://id.example.org', client_id: 'x' };
const contradictions = (change: object) =>
  deploymentContradictions(deployment.parse({ ...minimal, ...change })).map((c) => c.path);

describe('deployment', () => {
  it('fills in the defaults of the specification (A §9)', () => {
    expect(deployment.parse(minimal).flags).toMatchObject({
      passwordMinLen: 8,
      passwordMaxLen: 50,
      maxCharCount: 2000,
      max_edit_delta: 900_000,
      time_format: '12h',
      date_format: 'ddmm',
      direct_messages_enabled: true,
      rsvp: false,
    });
  });

  it.each([
    [{ colour: 'red' }, []],
    [{ tabs: ['Chats'] }, ['tabs', 0]],
    [{ tabs: ['c'] }, ['tabs', 0]],
    [{ flags: { disable_likes: 'yes' } }, ['flags', 'disable_likes']],
    [{ flags: { disable_like: true } }, ['flags']],
    [{ flags: { events_tab: { months_after: -1 } } }, ['flags', 'events_tab', 'months_after']],
    [{ flags: { username_pattern: '(' } }, ['flags', 'username_pattern']],
    [
      { flags: { profile_fields: [{ name: 'company', type: 'text', public: false }] } },
      ['flags', 'profile_fields', 0, 'public'],
    ],
    ...['https://api.example.org/api', '/api/', '/', '', 'api', '//evil.example', '/api?x', '/../api'].map(
      (api_base): [object, (string | number)[]] => [{ flags: { api_base } }, ['flags', 'api_base']],
    ),
    [{ flags: { rooms_tab: { rows: [['titel', 'city']] } } }, ['flags', 'rooms_tab', 'rows', 0, 0]],
    [{ look: { accent: 'orange' } }, ['look', 'accent']],
    [{ modules: { 'mfe-chats': '^1' } }, ['modules', 'mfe-chats']],
  ])('%j is refused at %j', (change, path) => {
    const refused = deployment.safeParse({ ...minimal, ...change });
    expect(refused.error?.issues.map((issue) => issue.path)).toContainEqual(path);
  });
});

describe(deploymentContradictions, () => {
  it.each([
    [{}, []],
    [{ flags: { default_page: 'events' } }, ['flags.default_page']],
    [{ flags: { passwordMinLen: 60 } }, ['flags.passwordMinLen']],
    [{ flags: { passwordMaxLen: 60 } }, ['flags.passwordMaxLen']],
    [{ flags: { passwordMaxLen: 60, login_password_max: 60 } }, []],
    [{ flags: { passwordMinLen: 2 } }, ['flags.passwordMinLen']],
    [{ flags: { third_party_auth, username_pattern: '^driver$' } }, ['flags.username_pattern']],
    [{ flags: { third_party_auth, username_pattern: '^[a-c]@\\w+$' } }, ['flags.username_pattern']],
    [{ flags: { third_party_auth, username_pattern: '^[a-z]+\\.[a-z]+$' } }, []],
    [{ flags: { third_party_auth, username_pattern: '^[A-Z]{3}\\d{4}$' } }, []],
    [{ flags: { third_party_auth, username_pattern: '^gt_\\w+$' } }, []],
    [{ flags: { workplaces_enabled: true } }, ['workplaces']],
    [{ tabs: ['chats', 'chats'] }, ['tabs[1]']],
    [{ tabs: ['chats', 'notices', { id: 'notices', namespace: 'partners' }] }, []],
    [
      { tabs: ['notices', { id: 'notices', namespace: 'news' }], flags: { sponsors_tab: { namespace: 'news' } } },
      ['tabs'],
    ],
    [
      {
        flags: {
          signup_fields: [
            { name: 'where', type: 'workplaces', multiple: true },
            { name: 'groups', type: 'selected-groups' },
          ],
        },
      },
      ['flags.signup_fields'],
    ],
    ...[
      { name: 'where', type: 'workplaces' },
      { name: 'team', type: 'dropdown', multiple: true, options: ['A, B'] },
    ].map((field): [object, string[]] => [{ flags: { signup_fields: [field] } }, ['flags.signup_fields[0]']]),
    [{ flags: { signup_fields: [{ name: 'team', type: 'dropdown', options: ['A, B'] }] } }, []],
    ...[
      [{ name: 'password', type: 'text' }],
      [{ name: 'size', type: 'dropdown' }],
      [{ name: 'team', type: 'dynamic-list' }],
      [{ name: 'team', type: 'text', multiple: true }],
      [{ name: 'team', type: 'dropdown', multiple: true, options: ['A, B'] }],
    ].map((profile_fields): [object, string[]] => [{ flags: { profile_fields } }, ['flags.profile_fields[0]']]),
    [
      { flags: { profile_fields: ['date', 'map'].map((type) => ({ name: 'twice', type })) } },
      ['flags.profile_fields[1]'],
    ],
    [{ flags: { api_base: '/club/api' } }, []],
    [{ flags: { rooms_tab: { start_hour: 19, end_hour: 8 } } }, ['flags.rooms_tab.start_hour']],
    [
      { flags: { rooms_tab: { limited_access: { user_typ: ['Driver'] } } } },
      ['flags.rooms_tab.limited_access.user_typ'],
    ],
    ...['user_type', 'username', 'email', 'subscription', 'workplaces', 'licence'].map((key): [object, string[]] => [
      {
        flags: {
          profile_fields: [{ name: 'licence', type: 'text' }],
          rooms_tab: { limited_access: { [key]: 'x' } },
        },
      },
      [],
    ]),
  ])('%j: %j', (change, paths) => expect(contradictions(change)).toEqual(paths));

  const parameters = [
    commonParameters,
    ...[signUp, updateProfile, updatePreferences, changePassword].map(({ input }) => input),
  ]
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((name) => signupField.shape.name.safeParse(name).success);
  it.each([...new Set(parameters)])("refuses a field '%s': a call has a parameter of that name", (name) => {
    const isBase = (signUpBaseFields as readonly string[]).includes(name);
    expect(contradictions({ flags: { signup_fields: [{ name, type: 'input' }] } })).toEqual(['flags.signup_fields[0]']);
    if (!isBase || name === 'password')
      expect(contradictions({ flags: { profile_fields: [{ name, type: 'text' }] } })).toEqual([
        'flags.profile_fields[0]',
      ]);
  });
});
