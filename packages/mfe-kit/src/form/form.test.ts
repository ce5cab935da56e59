import { beforeEach, describe, expect, it } from '@jest/globals';
import { changePasswordForm } from '@paddock/contract/calls/account';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { instantInput } from '@paddock/contract/core/call';
import { z } from 'zod';
import { ApiError } from '../kit/api-error';
import { deviceZone } from '../i18n/workplace-zone';
import { defineForm } from './form';
import { button, control, enter, leave, openForm, refusal, refusing, save } from '../../test/test-form';

beforeEach(() => localStorage.clear());

const text = (max: number) => z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED').max(max, 'LENGTH_PATTERN');

const due = defineForm({
  id: 'due',
  schema: () => z.strictObject({ title: text(140), amount: text(20), desc: z.string().trim().max(250).optional() }),
  fields: () => [
    { type: 'header', label: 'A due', help: 'Everybody owes it.' },
    { type: 'input', name: 'title', label: 'Title', codes: { TITLE_TAKEN: 'There is one already.' } },
    { type: 'input', name: 'amount', label: 'Amount' },
    { type: 'textarea', name: 'desc', label: 'Description', max: 250 },
  ],
  submit: () => 'Save',
});
const passwords = defineForm({
  id: 'password',
  schema: changePasswordForm,
  fields: () => [
    { type: 'password', name: 'password', label: 'Old' },
    { type: 'password', name: 'new_password', label: 'New' },
    { type: 'password', name: 'confirm_password', label: 'Again' },
  ],
  submit: () => 'Save',
});
describe('the button', () => {
  it('is disabled while a mandatory field is untouched and empty', async () => {
    const { sent } = await openForm({ form: due });
    expect(button().getAttribute('aria-disabled')).toBe('true');
    enter('Title', 'Tyres');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button());
    leave('Amount');
    expect(button().getAttribute('aria-disabled')).toBeNull();
    await act(async () => save());
    expect(sent).toEqual([]);
  });

  it('is enabled in an update form, unless the form starts disabled', async () => {
    const initial = { title: 'Tyres', amount: '12', desc: '' };
    await openForm({ form: due, initial });
    expect(button().getAttribute('aria-disabled')).toBeNull();
    cleanup();
    await openForm({ form: { ...due, startsDisabled: true }, initial });
    expect(button().getAttribute('aria-disabled')).toBe('true');
    enter('Title', 'Wheels');
    expect(button().getAttribute('aria-disabled')).toBeNull();
    enter('Title', 'Tyres');
    expect(button().getAttribute('aria-disabled')).toBe('true');
  });

  it('shows progress while the form is sent, which happens once', async () => {
    let done: () => void = () => undefined;
    const calls: unknown[] = [];
    const onSubmit = (input: unknown) => {
      calls.push(input);
      return new Promise<void>((resolve) => (done = resolve));
    };
    await openForm({ form: due, onSubmit, initial: { title: 'Tyres', amount: '12' } });
    fireEvent.click(button());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(button());
    save();
    await act(async () => done());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    expect(calls).toHaveLength(1);
  });
});

describe('errors', () => {
  it("of a blank appear on blur, with the schema's code, until the field is filled", async () => {
    await openForm({ form: passwords });
    leave('Old');
    expect(screen.getByText('Please enter a password.')).toBeTruthy();
    enter('Old', ' ');
    expect(screen.queryByText('Please enter a password.')).toBeNull();
    expect(control('Old').getAttribute('aria-invalid')).toBeNull();
  });

  it('of a blank appear after the press that leaves the field, so that no button moves away from it', async () => {
    await openForm({ form: passwords });
    fireEvent.mouseDown(document.body);
    leave('Old');
    expect(screen.queryByText('Please enter a password.')).toBeNull();
    fireEvent.mouseUp(document.body);
    expect(screen.queryByText('Please enter a password.')).toBeNull();
    expect(await screen.findByText('Please enter a password.')).toBeTruthy();
  });

  it('of other values appear on submit, stay until corrected, and focus the first faulty field', async () => {
    await openForm({ form: due });
    enter('Title', 'x'.repeat(141));
    leave('Title');
    enter('Amount', '1'.repeat(21));
    leave('Amount');
    expect(screen.queryByText(/^This is too long/)).toBeNull();
    save();
    for (const max of [140, 20])
      expect(await screen.findByText(`This is too long: at most ${max} characters are possible.`)).toBeTruthy();
    expect(document.activeElement).toBe(control('Title'));
    enter('Title', 'x'.repeat(142));
    await waitFor(() => expect(control('Title').getAttribute('aria-invalid')).toBe('true'));
    enter('Title', 'x'.repeat(140));
    await waitFor(() => expect(control('Title').getAttribute('aria-invalid')).toBeNull());
    expect(control('Amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('of a pair disappear when the other field is corrected', async () => {
    const pair = defineForm({
      id: 'pair',
      schema: () =>
        z.object({ one: text(9), two: text(9) }).refine((form) => form.one === form.two, {
          error: 'PASSWORDS_DONT_MATCH',
          path: ['two'],
        }),
      fields: () => [
        { type: 'input', name: 'one', label: 'One' },
        { type: 'input', name: 'two', label: 'Two' },
      ],
      submit: () => 'Save',
    });
    await openForm({ form: pair });
    enter('One', 'a');
    enter('Two', 'b');
    save();
    await screen.findByText('The two new passwords are not the same.');
    enter('One', 'b');
    await waitFor(() => expect(control('Two').getAttribute('aria-invalid')).toBeNull());
  });

  it("of the service appear at their fields: the field's own text first, the service's message for an unknown code", async () => {
    const { onSubmit } = refusing(refusal({ amount: 'SOMETHING_NEW', title: 'TITLE_TAKEN' }));
    await openForm({ form: due, onSubmit, initial: { title: 'Tyres', amount: '12' } });
    save();
    await screen.findByText('There is one already.');
    expect(screen.getByText('It cannot be.')).toBeTruthy();
    expect(document.activeElement).toBe(control('Title'));
    enter('Title', 'Wheels');
    expect(control('Title').getAttribute('aria-invalid')).toBeNull();
    expect(control('Amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('of hidden fields, and all other refusals, appear above the form', async () => {
    const { onSubmit } = refusing(refusal({ owner: 'owner_INVALID_PATTERN' }), new ApiError('NOT_FETCHED', '', 502));
    await openForm({ form: due, onSubmit, initial: { title: 'Tyres', amount: '12' } });
    save();
    expect((await screen.findByRole('alert')).textContent).toBe('It cannot be.');
    save();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('NOT_FETCHED'));
  });

  it('of a long form are listed in a banner that links to the fields', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'] as const;
    const long = defineForm({
      id: 'long',
      schema: () => z.object(Object.fromEntries(names.map((name) => [name, text(5)]))),
      fields: () => names.map((name) => ({ type: 'input', name, label: `Field ${name}` }) as const),
      submit: () => 'Save',
    });
    await openForm({ form: long });
    for (const name of names) enter(`Field ${name}`, 'fine');
    enter('Field b', 'too long');
    enter('Field d', 'too long');
    save();
    const banner = within(await screen.findByRole('alert'));
    expect(banner.getByText('2 things need your attention')).toBeTruthy();
    fireEvent.click(banner.getByText('Field d: This is too long: at most 5 characters are possible.'));
    expect(document.activeElement).toBe(control('Field d'));
    enter('Field b', 'fine');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the input', () => {
  it('omits blanks, but includes a text that was cleared', async () => {
    const { sent } = await openForm({ form: due, initial: { title: 'Tyres', amount: '12', desc: 'Old' } });
    enter('Description', '  ');
    save();
    await waitFor(() => expect(sent).toEqual([{ title: 'Tyres', amount: '12', desc: '' }]));
    cleanup();
    const fresh = await openForm({ form: { ...due, id: 'fresh' } });
    enter('Title', 'Tyres');
    enter('Amount', '12');
    enter('Description', '  ');
    save();
    await waitFor(() => expect(fresh.sent).toEqual([{ title: 'Tyres', amount: '12' }]));
  });

  it('keeps its client id until a submit succeeds', async () => {
    const { ids, onSubmit } = refusing(new ApiError('INTERNET_DISCONNECTED', '', 0));
    await openForm({ form: due, onSubmit, initial: { title: 'Tyres', amount: '12' } });
    for (const times of [1, 2, 3]) {
      save();
      await waitFor(() => expect(ids).toHaveLength(times));
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[1]);
  });

  const poll = defineForm({
    id: 'poll',
    schema: () => z.strictObject({ mode: text(9), url: text(9).optional(), end: text(9).optional() }),
    fields: () => [
      { type: 'input', name: 'mode', label: 'Mode' },
      { type: 'input', name: 'url', label: 'Address', required: true, when: ({ mode }) => mode === 'url' },
      {
        type: 'optional',
        id: 'ends',
        label: 'Set an end',
        fields: [{ type: 'input', name: 'end', label: 'End', required: true }],
        opens: ({ mode }) => ({ end: `after ${String(mode)}` }),
      },
    ],
    submit: () => 'Save',
  });

  it('contains only the shown fields', async () => {
    const { sent } = await openForm({ form: poll });
    enter('Mode', 'url');
    enter('Address', 'a');
    fireEvent.click(control('Set an end'));
    expect(control('End').value).toBe('after url');
    enter('End', 'never');
    fireEvent.click(control('Set an end'));
    enter('Mode', 'file');
    save();
    await waitFor(() => expect(sent).toEqual([{ mode: 'file' }]));
    fireEvent.click(control('Set an end'));
    expect(control('End').value).toBe('never');
    enter('Mode', 'url');
    save();
    await waitFor(() => expect(sent[1]).toEqual({ mode: 'url', url: 'a', end: 'never' }));
  });

  it('is not sent while a conditionally mandatory field is empty', async () => {
    const { sent } = await openForm({ form: poll, initial: { mode: 'url', url: 'a' } });
    enter('Address', ' ');
    leave('Address');
    expect(screen.getByText('This field is required.')).toBeTruthy();
    await act(async () => save());
    expect(sent).toEqual([]);
  });
});

describe('a time', () => {
  const notice = defineForm({
    id: 'notice',
    schema: () => z.strictObject({ until: instantInput }),
    fields: () => [{ type: 'date-time-picker', name: 'until', label: 'Until', help: 'The last minute.' }],
    submit: () => 'Save',
  });
  const initial = { until: '2026-07-15T18:30' };
  const onAtoll = {
    boot: { workplaces: [{ id: 'atoll', title: 'Atoll', time_zone: 'Pacific/Kiritimati' }] },
    workplace: 'atoll',
  };

  it("is the workplace's, and says so where the device has another zone", async () => {
    const { sent } = await openForm({ form: notice, initial }, onAtoll);
    const text = 'The last minute. In the time of Kiritimati (Pacific) · GMT+14.';
    expect(await screen.findByText(text)).toBeTruthy();
    save();
    await waitFor(() => expect(sent).toEqual([{ until: '2026-07-15T18:30:00+14:00' }]));
  });

  it("shows a stored instant by the workplace's clock", async () => {
    const stored = { until: '2026-07-15T04:30:00.000Z' };
    await openForm({ form: notice, initial: stored }, onAtoll);
    expect((await screen.findByRole('button', { name: /^Until, Time/ })).textContent).toContain('6:30 PM');
  });

  it("has no zone where the device's is the same", async () => {
    await openForm({ form: notice, initial }, { flags: { time_zone: deviceZone() } });
    expect(await screen.findByText('The last minute.')).toBeTruthy();
    expect(screen.queryByText(/In the time of/)).toBeNull();
  });
});
