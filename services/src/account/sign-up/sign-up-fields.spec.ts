import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp, signUpForm } from '@paddock/contract/calls/account';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { motorsportFields, newcomer } from '../../../test/sign-up-input.js';

const hundredThousand = 'a'.repeat(100_000);
const run = Math.random().toString(36).slice(2, 6);
/** A unique text of the given length. */
let count = 0;
const unlike = (length: number) => `${run}${(count += 1).toString(36)}_`.padEnd(length, 'x');

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    const added = [
      { name: 'team', type: 'dropdown', options: ['Red', 'Blue', 'Other'], last_option_is_text: true },
      { name: 'classes', type: 'dropdown', options: ['GT3', 'GT4', 'LMP'], multiple: true, mandatory: true },
      { name: 'series', type: 'dropdown', options: ['Sprint', 'Cup'], multiple: true },
      { name: 'note', type: 'input', maxlength: 5 },
    ];
    file.flags['signup_fields'] = [...(file.flags['signup_fields'] as object[]), ...added];
  });
});
afterAll(() => services.close());

/** The errors of the browser's form and of the service for one input. */
async function codesOf(change: Record<string, unknown>): Promise<Record<string, string>> {
  const { fields, ...base } = newcomer();
  const values = { ...base, ...fields, classes: ['GT3'], ...change };
  const { flags } = services.get(Communities).find('motorsport')!;
  const parsed = signUpForm(flags).safeParse(values, { reportInput: true });
  const inForm = parsed.success ? {} : fieldCodes(parsed.error);
  const { client_id, email, username, password, fullname, ...extras } = values as typeof base & Record<string, unknown>;
  const input = { client_id, email, username, password, fullname, fields: extras as typeof fields };
  const { status, body } = await services.call(signUp, input);
  const atService = status === 200 ? {} : (body.fields ?? { reply: body.code });
  expect(atService).toEqual(inForm);
  expect(status === 200 || body.code === 'INVALID_INPUT').toBe(true);
  return atService;
}

const local = (length: number) => `${unlike(length)}@example.org`;
const domain = (length: number) => `${unlike(8)}@example.${'c'.repeat(length)}`;

describe('every sign-up field, in the form and in the service', () => {
  it.each<[string, string, () => unknown, string]>([
    ['email', 'a local part of 64', () => local(64), ''],
    ['email', 'a local part of 63', () => local(63), ''],
    ['email', 'a local part of 65', () => local(65), 'INVALID'],
    ['email', 'a top-level part of 2', () => domain(2), ''],
    ['email', 'a top-level part of 1', () => domain(1), 'INVALID'],
    ['email', 'a top-level part of 63', () => domain(63), ''],
    ['email', 'a top-level part of 64', () => domain(64), 'INVALID'],
    ['email', 'nothing', () => '', 'REQUIRED'],
    ['email', 'spaces', () => '   ', 'REQUIRED'],
    ['email', 'spaces around', () => ` ${local(9)} `, ''],
    ['email', 'an emoji', () => '🏁', 'INVALID'],
    ['email', 'no address', () => 'iris@example', 'INVALID'],
    ['email', 'two addresses', () => 'a@example.org,b@example.org', 'INVALID'],
    ['email', 'right-to-left letters', () => `سارة${unlike(6)}@example.org`, ''],
    ['email', '10⁵ characters', () => `${hundredThousand}@example.org`, 'INVALID'],
    ['username', '25 characters', () => unlike(25), ''],
    ['username', '24 characters', () => unlike(24), ''],
    ['username', '26 characters', () => unlike(26), 'LENGTH_PATTERN'],
    ['username', 'one character', () => String.fromCharCode(97 + (Date.now() % 26)), ''],
    ['username', 'nothing', () => '', 'REQUIRED'],
    ['username', 'spaces', () => '   ', 'REQUIRED'],
    ['username', 'spaces inside', () => `${unlike(9)} b c`, ''],
    ['username', 'an emoji', () => '🏁', 'INVALID_PATTERN'],
    ['username', 'a hyphen', () => 'iris-vane', 'INVALID_PATTERN'],
    ['username', 'right-to-left letters', () => 'سارة', 'INVALID_PATTERN'],
    ['username', '10⁵ characters', () => hundredThousand, 'LENGTH_PATTERN'],
    ['password', '8 characters', () => '12345678', ''],
    ['password', '7 characters', () => '1234567', 'LENGTH_PATTERN'],
    ['password', '50 characters', () => 'p'.repeat(50), ''],
    ['password', '51 characters', () => 'p'.repeat(51), 'LENGTH_PATTERN'],
    ['password', 'nothing', () => '', 'REQUIRED'],
    ['password', 'eight spaces, which count', () => ' '.repeat(8), ''],
    ['password', '8 emojis', () => '🏁'.repeat(8), ''],
    ['password', 'right-to-left letters', () => 'كلمة سر طويلة', ''],
    ['password', '10⁵ characters', () => hundredThousand, 'LENGTH_PATTERN'],
    ['fullname', '140 characters', () => `A ${'b'.repeat(138)}`, ''],
    ['fullname', '141 characters', () => `A ${'b'.repeat(139)}`, 'LENGTH_PATTERN'],
    ['fullname', 'two words of a letter', () => 'A B', ''],
    ['fullname', 'one word', () => 'Iris', 'INVALID_PATTERN'],
    ['fullname', 'one word and spaces', () => ' Iris ', 'INVALID_PATTERN'],
    ['fullname', 'one Chinese word', () => '王小明', ''],
    ['fullname', 'one Thai word', () => 'สมชาย', ''],
    ['fullname', 'one Chinese letter', () => '王', 'INVALID_PATTERN'],
    ['fullname', 'nothing', () => '', 'REQUIRED'],
    ['fullname', 'spaces', () => '   ', 'REQUIRED'],
    ['fullname', 'words on several lines, which become one', () => 'Iris\r\n\tVane', ''],
    ['fullname', 'a control character', () => 'Iris V\u0007ne', 'INVALID_PATTERN'],
    ['fullname', 'a sign that turns text around', () => 'Iris \u202Eenav', 'INVALID_PATTERN'],
    ['fullname', 'emojis', () => '🏁 🏎️', ''],
    ['fullname', 'right-to-left letters', () => 'سارة المنصوري', ''],
    ['fullname', '10⁵ characters', () => `A ${hundredThousand}`, 'LENGTH_PATTERN'],
    ['company', '140 characters', () => 'c'.repeat(140), ''],
    ['company', '139 characters', () => 'c'.repeat(139), ''],
    ['company', '141 characters', () => 'c'.repeat(141), 'LENGTH_PATTERN'],
    ['company', 'nothing', () => '', 'REQUIRED'],
    ['company', 'not even that', () => undefined, 'REQUIRED'],
    ['company', 'spaces', () => '   ', 'REQUIRED'],
    ['company', 'an emoji', () => '🏁', ''],
    ['company', 'right-to-left letters', () => 'ورشة النهر', ''],
    ['company', 'signs that turn the text around', () => 'a\u202Eb', 'INVALID_PATTERN'],
    ['company', 'two lines', () => 'a\nb', 'INVALID_PATTERN'],
    ['company', 'a list', () => ['Halden Racing'], 'INVALID_PATTERN'],
    ['company', '10⁵ characters', () => hundredThousand, 'LENGTH_PATTERN'],
    ['user_type', 'each of its options', () => 'Meridian GT Employee', ''],
    ['user_type', 'an option with other letters', () => 'driver', 'INVALID_PATTERN'],
    ['user_type', 'none of its options', () => 'Ghost', 'INVALID_PATTERN'],
    ['user_type', 'nothing', () => '', 'REQUIRED'],
    ['user_type', 'spaces', () => '   ', 'REQUIRED'],
    ['user_type', 'an emoji', () => '🏁', 'INVALID_PATTERN'],
    ['user_type', '10⁵ characters', () => hundredThousand, 'LENGTH_PATTERN'],
    ['custom_field_0', 'an option', () => 'Performance Personnel', ''],
    ['custom_field_0', 'none of its options', () => 'Performance', 'INVALID_PATTERN'],
    ['custom_field_0', 'nothing', () => '', 'REQUIRED'],
    ['team', 'an option', () => 'Red', ''],
    ['team', 'a text of their own, as the last option allows', () => 'Green', ''],
    ['team', 'a text of their own of 141', () => 'g'.repeat(141), 'LENGTH_PATTERN'],
    ['team', 'nothing, which is allowed', () => '', ''],
    ['team', 'spaces, which are nothing', () => '   ', ''],
    ['classes', 'several', () => ['GT3', 'LMP'], ''],
    ['classes', 'one as a text', () => 'GT4', ''],
    ['classes', 'the same twice', () => ['GT3', 'GT3'], ''],
    ['classes', 'one that is none of its options', () => ['GT3', 'Kart'], 'INVALID_PATTERN'],
    ['classes', 'an empty one', () => ['GT3', ' '], 'INVALID_PATTERN'],
    ['classes', 'none', () => [], 'REQUIRED'],
    ['classes', 'nothing', () => '', 'REQUIRED'],
    ['classes', 'more than anybody needs', () => Array.from({ length: 51 }, () => 'GT3'), 'LENGTH_PATTERN'],
    ['classes', 'one of 10⁵ characters', () => [hundredThousand], 'LENGTH_PATTERN'],
    ['series', 'none, which is allowed', () => [], ''],
    ['series', 'nothing, which is allowed', () => undefined, ''],
    ['series', 'one that is none of its options', () => 'Karting', 'INVALID_PATTERN'],
    ['note', '5 characters', () => '12345', ''],
    ['note', '6 characters', () => '123456', 'LENGTH_PATTERN'],
    ['note', 'nothing, which is allowed', () => undefined, ''],
  ])('%s: %s', async (field, _what, value, suffix) => {
    expect(await codesOf({ [field]: value() })).toEqual(suffix ? { [field]: `${field}_${suffix}` } : {});
  });

  it('names every invalid field at once', async () => {
    const empty = Object.fromEntries([...Object.keys(motorsportFields), 'email', 'fullname'].map((name) => [name, '']));
    expect(await codesOf(empty)).toEqual(
      Object.fromEntries(Object.keys(empty).map((name) => [name, `${name}_REQUIRED`])),
    );
  });

  it('ignores extra fields that replace a base field or are not configured', async () => {
    const input = newcomer();
    const fields = { ...motorsportFields, classes: ['GT3'], email: 'other@example.org', admin: 'true', phone: '1' };
    const { body } = await services.call(signUp, { ...input, fields });
    expect(body.user).toMatchObject({ email: input.email.toLowerCase(), admin: false });
    expect(body.user.phone).toBeUndefined();
  });

  it("follows the deployment's own patterns and limits", async () => {
    const own = {
      email_pattern: '^[a-z0-9_.]+@meridian\\.example$',
      username_pattern: '^[a-z]{3}\\d{2}$',
      username_max: 5,
      fullname_max: 9,
      passwordMinLen: 4,
      passwordMaxLen: 6,
    };
    await underFlags(services, 'motorsport', own, async () => {
      const good = { email: 'a1@meridian.example', username: 'abc12', fullname: 'Ann Leeee', password: '1234' };
      expect(await codesOf(good)).toEqual({});
      const bad = { email: 'a1@example.org', username: 'abcd1', fullname: 'Ann Leeeee', password: '1234567' };
      expect(await codesOf(bad)).toEqual({
        email: 'email_INVALID',
        username: 'username_INVALID_PATTERN',
        fullname: 'fullname_LENGTH_PATTERN',
        password: 'password_LENGTH_PATTERN',
      });
    });
  });
});
