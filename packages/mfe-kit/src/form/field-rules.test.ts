import { beforeEach, describe, expect, it } from '@jest/globals';
import { emailPattern } from '@paddock/contract/core/email-addresses';
import { instantInput } from '@paddock/contract/core/call';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { checkForm } from './check-form';
import { defineForm } from './form';
import type { FormValues, FieldData } from './form-data';
import { control, enter, leave, openForm, save } from '../../test/test-form';

beforeEach(() => localStorage.clear());

const text = (max: number) => z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED').max(max, 'LENGTH_PATTERN');

const address = z.string().max(320, 'LENGTH_PATTERN').regex(emailPattern, 'email_INVALID');
const schema = z.strictObject({
  input: text(10),
  textarea: text(10),
  comment: text(10),
  password: z.string({ error: 'REQUIRED' }).min(3, 'LENGTH_PATTERN').max(10, 'LENGTH_PATTERN'),
  dropdown: z.enum(['a', 'b'], { error: ({ input }) => (input === undefined ? 'REQUIRED' : 'INVALID_PATTERN') }),
  choices: z.array(text(10)).min(1, 'REQUIRED').max(2, 'LENGTH_PATTERN'),
  'select-group': text(80),
  color: z.string({ error: 'REQUIRED' }).regex(/^#[0-9a-f]{6}$/, 'INVALID_PATTERN'),
  checkbox: z.literal(true, { error: 'REQUIRED' }),
  'date-time-picker': instantInput,
  contacts: z.array(address, { error: 'REQUIRED' }).max(3, 'LENGTH_PATTERN'),
  'username-autocompletion': z.array(z.string(), { error: 'REQUIRED' }).max(2, 'LENGTH_PATTERN'),
  'upload-secure-file': z.string({ error: 'REQUIRED' }),
});
type Type = keyof typeof schema.shape;

const field = (type: Type) => ({ type, name: type, label: type, options: [], groups: [] }) as unknown as FieldData;
/** The schema's input for a value, or its error code. */
async function outcome(type: Type, value: unknown) {
  const one = z.strictObject({ [type]: schema.shape[type] });
  const entered: FormValues = { [type]: value };
  const { input, faults } = await checkForm(
    { parts: [field(type)], schema: one, start: {}, zone: 'Europe/Brussels' },
    entered,
  );
  return faults.get(type)?.code ?? input[type];
}
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `u${at}`, name: 'N', handle: 'n' }));
const item = { key: 'k', name: 'a.pdf', type: '', size: 1, percent: 0 };

/** Field type, case, value, expected input or code. */
const cases: [Type, string, unknown, unknown][] = [
  ...(['input', 'textarea', 'comment'] as const).flatMap((type): typeof cases => [
    [type, 'one under the limit', 'x'.repeat(9), 'x'.repeat(9)],
    [type, 'at the limit', 'x'.repeat(10), 'x'.repeat(10)],
    [type, 'one over the limit', 'x'.repeat(11), `${type}_LENGTH_PATTERN`],
    [type, 'at the limit between spaces', ` ${'x'.repeat(10)} `, ` ${'x'.repeat(10)} `],
    [type, 'nothing', '', `${type}_REQUIRED`],
    [type, 'spaces', ' \t\n\u00a0', `${type}_REQUIRED`],
    [type, 'emoji', '👍🏽🏁', '👍🏽🏁'],
    [type, 'emoji at the limit', '😀'.repeat(10), '😀'.repeat(10)],
    [type, 'emoji over the limit', '😀'.repeat(11), `${type}_LENGTH_PATTERN`],
    [type, 'right-to-left', 'مرحبا', 'مرحبا'],
    [type, '100,000 characters', 'x'.repeat(1e5), `${type}_LENGTH_PATTERN`],
  ]),
  ['password', 'one under the minimum', 'xx', 'password_LENGTH_PATTERN'],
  ['password', 'at the minimum', 'xxx', 'xxx'],
  ['password', 'at the limit', 'x'.repeat(10), 'x'.repeat(10)],
  ['password', 'one over the limit', 'x'.repeat(11), 'password_LENGTH_PATTERN'],
  ['password', 'nothing', '', 'password_REQUIRED'],
  ['password', 'spaces, which count', '    ', '    '],
  ['password', 'emoji', '🏁🏁🏁', '🏁🏁🏁'],
  ['password', 'right-to-left', 'مرحبا', 'مرحبا'],
  ['password', '100,000 characters', 'x'.repeat(1e5), 'password_LENGTH_PATTERN'],
  ['dropdown', 'an option', 'b', 'b'],
  ['dropdown', 'an unknown option', 'c', 'dropdown_INVALID_PATTERN'],
  ['dropdown', 'nothing', '', 'dropdown_REQUIRED'],
  ['dropdown', '100,000 characters', 'x'.repeat(1e5), 'dropdown_INVALID_PATTERN'],
  ['choices', 'at the limit', ['a', 'b'], ['a', 'b']],
  ['choices', 'one over the limit', ['a', 'b', 'c'], 'choices_LENGTH_PATTERN'],
  ['choices', 'a free text between spaces', ['a', ' مرحبا '], ['a', 'مرحبا']],
  ['choices', 'an empty free text', ['a', ' '], ['a']],
  ['choices', 'only an empty free text', [''], 'choices_REQUIRED'],
  ['choices', 'nothing', [], 'choices_REQUIRED'],
  ['choices', '100,000 characters', ['x'.repeat(1e5)], 'choices_LENGTH_PATTERN'],
  ['select-group', 'a group', '42', '42'],
  ['select-group', 'nothing', '', 'select-group_REQUIRED'],
  ['color', 'a colour', '#d92d3a', '#d92d3a'],
  ['color', 'no colour', 'red', 'color_INVALID_PATTERN'],
  ['color', 'nothing', '', 'color_REQUIRED'],
  ['checkbox', 'ticked', true, true],
  ['checkbox', 'not ticked', false, 'checkbox_REQUIRED'],
  ['date-time-picker', 'in winter', '2026-01-15T18:30', '2026-01-15T18:30:00+01:00'],
  ['date-time-picker', 'in summer', '2026-07-15T18:30', '2026-07-15T18:30:00+02:00'],
  ['date-time-picker', 'a time that the clocks skip', '2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
  ['date-time-picker', 'a time that occurs twice', '2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
  ['date-time-picker', 'an unchanged instant', '2026-07-15T16:30:00Z', '2026-07-15T16:30:00Z'],
  ['date-time-picker', 'the earliest', '2018-01-01T00:00', '2018-01-01T00:00:00+01:00'],
  ['date-time-picker', 'one minute before the earliest', '2017-12-31T23:59', 'TOO_EARLY'],
  ['date-time-picker', 'nothing', '', 'date-time-picker_REQUIRED'],
  ['contacts', 'one', ' Ann@Example.ORG ', ['ann@example.org']],
  ['contacts', 'at the limit, with blanks between', 'a@b.eu,, b@b.eu ,c@b.eu,', ['a@b.eu', 'b@b.eu', 'c@b.eu']],
  ['contacts', 'one over the limit', 'a@b.eu,b@b.eu,c@b.eu,d@b.eu', 'contacts_LENGTH_PATTERN'],
  ['contacts', 'local part at its limit', `${'x'.repeat(64)}@b.eu`, [`${'x'.repeat(64)}@b.eu`]],
  ['contacts', 'local part over its limit', `${'x'.repeat(65)}@b.eu`, 'email_INVALID'],
  ['contacts', 'a faulty one', 'a@b.eu, b@b', 'email_INVALID'],
  ['contacts', 'nothing but commas', ' , ,', 'contacts_REQUIRED'],
  ['contacts', 'nothing', '', 'contacts_REQUIRED'],
  ['contacts', '100,000 characters', 'x'.repeat(1e5), 'contacts_LENGTH_PATTERN'],
  ['username-autocompletion', 'at the limit', people(2), ['u0', 'u1']],
  ['username-autocompletion', 'one over the limit', people(3), 'username-autocompletion_LENGTH_PATTERN'],
  ['username-autocompletion', 'a text without a member', [{ id: '', name: 'ann' }], 'PERSON_NOT_PICKED'],
  ['username-autocompletion', 'nothing', [], 'username-autocompletion_REQUIRED'],
  ['upload-secure-file', 'an uploaded file', [{ ...item, state: 'loaded', id: 'f1' }], 'f1'],
  ['upload-secure-file', 'a refused file', [{ ...item, state: 'error', code: 'INVALID_FILE' }], 'INVALID_FILE'],
  ['upload-secure-file', 'nothing', [], 'upload-secure-file_REQUIRED'],
];

describe('the rules of each field type', () => {
  it('cover every type', () =>
    expect([...new Set(cases.map(([type]) => type))].sort()).toEqual(Object.keys(schema.shape).sort()));

  it.each(cases)('%s: %s', async (type, _, value, expected) => expect(await outcome(type, value)).toEqual(expected));
});

describe('a generic form', () => {
  const generic = defineForm({
    id: 'generic',
    schema: () => schema.pick({ input: true, textarea: true, password: true, contacts: true, color: true }),
    fields: () => [
      { type: 'input', name: 'input', label: 'Line' },
      { type: 'textarea', name: 'textarea', label: 'Text', max: 10 },
      { type: 'password', name: 'password', label: 'Secret' },
      { type: 'contacts', name: 'contacts', label: 'Addresses' },
      { type: 'color', name: 'color', label: 'Colour' },
    ],
    submit: () => 'Save',
  });

  it('names a faulty address, and sends the input of the schema', async () => {
    const { sent } = await openForm({ form: generic });
    await screen.findByRole('radio', { name: 'Blue' });
    await screen.findByLabelText(/^Addresses/);
    enter('Line', 'مرحبا');
    enter('Text', '🏁');
    enter('Secret', '   ');
    enter('Addresses', 'A@b.eu , nobody');
    fireEvent.click(control('Blue'));
    save();
    expect(await screen.findByRole('button', { name: 'nobody' })).toBeTruthy();
    enter('Addresses', 'A@b.eu ');
    save();
    await waitFor(() =>
      expect(sent).toEqual([
        { input: 'مرحبا', textarea: '🏁', password: '   ', contacts: ['a@b.eu'], color: '#2a6fdb' },
      ]),
    );
  });

  it('counts down the last ten characters, and the excess', async () => {
    await openForm({ form: { ...generic, id: 'count' } });
    enter('Text', 'x'.repeat(11));
    expect(screen.getByText('-1')).toBeTruthy();
    enter('Text', ` ${'x'.repeat(10)} `);
    expect(screen.getByText('0')).toBeTruthy();
    enter('Text', '🏁'.repeat(9));
    expect(screen.getByText('1')).toBeTruthy();
  });

  it('refuses 100,000 characters in every text field', async () => {
    const { sent } = await openForm({ form: { ...generic, id: 'large', draft: false } });
    await screen.findByLabelText(/^Addresses/);
    for (const label of ['Line', 'Text', 'Secret', 'Addresses']) enter(label, 'x'.repeat(1e5));
    fireEvent.click(await screen.findByRole('radio', { name: 'Blue' }));
    save();
    await waitFor(() => expect(screen.getAllByText(/^This is too (long|short)/)).toHaveLength(4));
    expect(sent).toEqual([]);
    cleanup();
  });

  it('offers options that depend on another field, and a free text', async () => {
    const form = defineForm({
      id: 'choice',
      draft: false,
      schema: () => z.strictObject({ kind: text(9), sub: text(20) }),
      fields: () => [
        { type: 'input', name: 'kind', label: 'Kind' },
        {
          type: 'dropdown',
          name: 'sub',
          label: 'Sub',
          last_option_is_text: true,
          options: ({ kind }) => (kind === '' ? undefined : ['car 1', 'Other'].map((id) => ({ id, label: id }))),
        },
      ],
      submit: () => 'Save',
    });
    await openForm({ form });
    expect(screen.getByRole('button', { name: 'Sub, Loading…' }).getAttribute('aria-disabled')).toBe('true');
    enter('Kind', 'car');
    expect(screen.getByRole('button', { name: 'Sub, Choose…' }).getAttribute('aria-disabled')).toBeNull();
    cleanup();
    const { sent } = await openForm({ form, initial: { kind: 'car', sub: 'buggy' } });
    enter('Please specify', 'kart');
    leave('Please specify');
    save();
    await waitFor(() => expect(sent).toEqual([{ kind: 'car', sub: 'kart' }]));
  });
});
