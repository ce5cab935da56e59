import { describe, expect, it } from '@jest/globals';
import { changePasswordForm, loginForm, signUpForm } from './account.js';
import { fieldCodes } from '../core/field-codes.js';
import { flags } from '../core/flags.js';
import { profileDefinitions } from '../core/profile-fields.js';
import { profileValue } from './profiles.js';

const defaults = flags.parse(undefined);
const good = { email: 'Ann@Example.org', username: 'ann lee', password: 'long enough', fullname: 'Ann Lee' };
const codes = (form: { safeParse(value: unknown): { error?: unknown } }, value: unknown) => {
  const { error } = form.safeParse(value);
  return error === undefined ? {} : fieldCodes(error as never);
};

describe(signUpForm, () => {
  const form = signUpForm(defaults);

  it('lowers the e-mail and turns spaces of the user name into underscores', () => {
    expect(form.parse(good)).toMatchObject({ email: 'ann@example.org', username: 'ann_lee' });
  });

  it.each([
    ['email', undefined, 'email_REQUIRED'],
    ['email', '   ', 'email_REQUIRED'],
    ['email', 'ann@example', 'email_INVALID'],
    ['email', `${'a'.repeat(65)}@example.org`, 'email_INVALID'],
    ['email', `a@b.${'c'.repeat(64)}`, 'email_INVALID'],
    ['email', 'a@-example.org', 'email_INVALID'],
    ['email', 'a@example-.org', 'email_INVALID'],
    ['email', 'a@exa..mple.org', 'email_INVALID'],
    ['email', 'a@.example.org', 'email_INVALID'],
    ['email', `a@${'b'.repeat(64)}.org`, 'email_INVALID'],
    ['email', `a@${'bcd.'.repeat(64)}org`, 'email_INVALID'],
    ['email', 'a@exa_mple.org', 'email_INVALID'],
    ['email', 'a\u0000b@example.org', 'email_INVALID'],
    ['email', 'a\u202eb@example.org', 'email_INVALID'],
    ['email', 'a\u200bb@example.org', 'email_INVALID'],
    ['email', 'a\u2028b@example.org', 'email_INVALID'],
    ['email', 'a@exam\u00adple.org', 'email_INVALID'],
    ['username', '', 'username_REQUIRED'],
    ['username', 'a'.repeat(26), 'username_LENGTH_PATTERN'],
    ['username', 'ann-lee', 'username_INVALID_PATTERN'],
    ['password', '', 'password_REQUIRED'],
    ['password', 'a'.repeat(7), 'password_LENGTH_PATTERN'],
    ['password', 'a'.repeat(51), 'password_LENGTH_PATTERN'],
    ['fullname', 'Ann', 'fullname_INVALID_PATTERN'],
    ['fullname', 'Łukasz', 'fullname_INVALID_PATTERN'],
    ['fullname', 'محمد', 'fullname_INVALID_PATTERN'],
    ['fullname', 'Иван', 'fullname_INVALID_PATTERN'],
    ['fullname', 'अमित', 'fullname_INVALID_PATTERN'],
    ['fullname', '王', 'fullname_INVALID_PATTERN'],
    ['fullname', ' 王 ', 'fullname_INVALID_PATTERN'],
    ['fullname', '한', 'fullname_INVALID_PATTERN'],
    ['fullname', '한'.normalize('NFD'), 'fullname_INVALID_PATTERN'],
    ['fullname', 'Ann王', 'fullname_INVALID_PATTERN'],
    ['fullname', '。。', 'fullname_INVALID_PATTERN'],
    ['fullname', '王・', 'fullname_INVALID_PATTERN'],
    ['fullname', `A ${'b'.repeat(139)}`, 'fullname_LENGTH_PATTERN'],
  ])('%s = %p is refused with %s', (field, value, code) => {
    expect(codes(form, { ...good, [field]: value })).toEqual({ [field]: code });
  });

  it.each([
    ['email', `${'a'.repeat(64)}@example.org`],
    ['email', `a@${'b'.repeat(63)}.org`],
    ['email', 'jörg@müller-söhne.de'],
    ['email', 'a@xn--mller-kva.de'],
    ['username', 'a'.repeat(25)],
    ['password', 'a'.repeat(8)],
    ['password', 'a'.repeat(50)],
    ['fullname', `A ${'b'.repeat(138)}`],
    ['fullname', '王小明'],
    ['fullname', '王芳'],
    ['fullname', ' 佐々木健 '],
    ['fullname', 'ジョン・スミス'],
    ['fullname', 'さくら'],
    ['fullname', '김민준'],
    ['fullname', '김민준'.normalize('NFD')],
    ['fullname', 'สมชาย'],
    ['fullname', 'ສົມໄຊ'],
    ['fullname', 'សុខា'],
    ['fullname', 'အောင်'],
    ['fullname', 'محمد علي'],
  ])('%s = %p at its limit passes', (field, value) => expect(codes(form, { ...good, [field]: value })).toEqual({}));

  it('asks for the extra fields of the deployment and takes only their options', () => {
    const extra = flags.parse({
      signup_fields: [
        { name: 'company', type: 'input', mandatory: true },
        { name: 'user_type', type: 'dropdown', mandatory: true, options: ['Driver', 'Other'] },
        { name: 'tags', type: 'input' },
      ],
    });
    expect(codes(signUpForm(extra), good)).toEqual({ company: 'company_REQUIRED', user_type: 'user_type_REQUIRED' });
    expect(codes(signUpForm(extra), { ...good, company: 'Northfell', user_type: 'Spy' })).toEqual({
      user_type: 'user_type_INVALID_PATTERN',
    });
    expect(codes(signUpForm(extra), { ...good, company: 'Northfell', user_type: 'Driver', tags: '' })).toEqual({});
  });
});

describe('several choices at sign-up', () => {
  const options = Array.from({ length: 50 }, (_, index) => `Duty ${index}`.padEnd(20, '.'));
  const extra = flags.parse({ signup_fields: [{ name: 'duties', type: 'dropdown', multiple: true, options }] });
  const field = profileDefinitions(extra).find(({ name }) => name === 'duties')!;

  it.each([
    [45, {}, true],
    [46, { duties: 'duties_LENGTH_PATTERN' }, false],
  ])('are refused if the profile would refuse them: %i', (count, expected, isSaved) => {
    const duties = options.slice(0, count);
    expect(codes(signUpForm(extra), { ...good, duties })).toEqual(expected);
    expect(profileValue(field, extra).safeParse(duties.join(', ')).success).toBe(isSaved);
  });
});

describe(loginForm, () => {
  const form = loginForm(defaults);
  it.each([
    [{ username_or_email: '', password: 'abc' }, { username_or_email: 'username_or_email_REQUIRED' }],
    [{ username_or_email: 'not a name', password: 'abc' }, { username_or_email: 'username_or_email_INVALID_PATTERN' }],
    [{ username_or_email: 'driver', password: 'ab' }, { password: 'password_LENGTH_PATTERN' }],
    [{ username_or_email: 'driver', password: 'abc' }, {}],
    [{ username_or_email: 'a@example.org', password: 'abc' }, {}],
  ])('%j gives %j', (value, expected) => expect(codes(form, value)).toEqual(expected));

  it.each([
    [{ username_pattern: '^[a-z-]+\\.[a-z]+$' }, 'ann-lee.x'],
    [{ username_pattern: '^\\p{L}+$' }, 'Jörg'],
    [{ username_max: 40 }, 'a'.repeat(40)],
    [{ email_pattern: '^.+@intranet$' }, 'ann@intranet'],
    // User names older than the pattern.
    [{ username_pattern: '^[a-z-]+\\.[a-z]+$' }, 'ann_lee'],
    [{ email_pattern: '^.+@intranet$' }, 'ann@example.org'],
  ])('with %j accepts %s', (own, username_or_email) => {
    expect(codes(loginForm(flags.parse(own)), { username_or_email, password: 'abc' })).toEqual({});
  });

  it('accepts every name that the sign-up accepts: none with an at sign or a space', () => {
    const own = flags.parse({ username_pattern: '^[^x]+$', email_pattern: '^.+$' });
    for (const username of ['a@b', 'a\tb', '\u202eab'])
      expect(codes(signUpForm(own), { ...good, username })).toMatchObject({ username: 'username_INVALID_PATTERN' });
  });
});

describe(changePasswordForm, () => {
  const form = changePasswordForm(defaults);
  const given = { password: 'old password', new_password: 'new password', confirm_password: 'new password' };
  it.each([
    [{ password: '' }, { password: 'MISSING_PASSWORD' }],
    [{ new_password: undefined }, { new_password: 'MISSING_PASSWORD' }],
    [
      { new_password: 'short', confirm_password: 'short' },
      { new_password: 'password_LENGTH_PATTERN', confirm_password: 'password_LENGTH_PATTERN' },
    ],
    [{ confirm_password: 'another one' }, { confirm_password: 'PASSWORDS_DONT_MATCH' }],
    [{}, {}],
  ])('%j gives %j', (change, expected) => expect(codes(form, { ...given, ...change })).toEqual(expected));
});
