import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { openForm } from '../../test/test-form';
import { defineForm } from './form';

beforeEach(() => localStorage.clear());

/** A form whose title is checked; `asked` lists the checked texts, `give` sends the code of the last one. */
function checkedForm() {
  const asked: string[] = [];
  let give: (code: string | undefined) => void = () => undefined;
  const form = defineForm({
    id: 'titled',
    schema: () => z.strictObject({ title: z.string({ error: 'REQUIRED' }).max(140) }),
    fields: () => [
      {
        type: 'input',
        name: 'title',
        label: 'Title',
        max: 140,
        codes: { TAKEN: 'Already taken' },
        check: {
          pending: 'Checking…',
          skip: 'Pit wall',
          code: (text) => {
            asked.push(text);
            return new Promise((resolve) => (give = resolve));
          },
        },
      },
    ],
    submit: () => 'Save',
  });
  return { form, asked, give: (code?: string) => give(code) };
}
const box = () => screen.findByRole('textbox', { name: /^Title/ });
const type = async (value: string) => fireEvent.change(await box(), { target: { value } });

describe('the check of an input', () => {
  it('runs after a pause, and shows its progress and its code at the field', async () => {
    const { form, asked, give } = checkedForm();
    await openForm({ form });
    await type('Pit');
    await type(' Pit lane ');
    expect((await screen.findByRole('status')).textContent).toBe('Checking…');
    await waitFor(() => expect(asked).toEqual(['Pit lane']));
    give('TAKEN');
    expect(await screen.findByText('Already taken')).toBeTruthy();
    expect((await box()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('');
    await type('Pit lane 2');
    await waitFor(() => expect(asked).toEqual(['Pit lane', 'Pit lane 2']));
    give();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect((await box()).getAttribute('aria-invalid')).toBeNull();
  });

  it("is skipped for the record's own text and for a blank", async () => {
    const { form, asked } = checkedForm();
    await openForm({ form });
    for (const text of ['Pit wall', '   ']) {
      await type(text);
      await new Promise((resolve) => setTimeout(resolve, 260));
    }
    expect(asked).toEqual([]);
  });

  it('drops a reply for an older text', async () => {
    const { form, asked, give } = checkedForm();
    await openForm({ form });
    await type('Pit lane');
    await waitFor(() => expect(asked).toEqual(['Pit lane']));
    await type('Pit wall');
    give('TAKEN');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText('Already taken')).toBeNull();
  });
});

it('an input with a maximum counts down its last ten characters', async () => {
  const { form } = checkedForm();
  await openForm({ form });
  await type('x'.repeat(129));
  expect(screen.queryByText('11')).toBeNull();
  await type('x'.repeat(141));
  expect(await screen.findByText('-1')).toBeTruthy();
});
