import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import { z } from 'zod';
import { control, enter, openForm, save } from '../../test/test-form';
import { defineForm } from './form';

beforeEach(() => localStorage.clear());

const due = defineForm({
  id: 'due',
  schema: () => z.object({ title: z.string(), amount: z.string() }),
  fields: () => [
    { type: 'input', name: 'title', label: 'Title' },
    { type: 'input', name: 'amount', label: 'Amount', inputType: 'number' },
  ],
  submit: () => 'Save',
});

it('takes numbers in Arabic and Persian digits, and leaves texts as they are', async () => {
  const { sent } = await openForm({ form: due });
  enter('Title', 'سباق ٢');
  enter('Amount', '١۵,5');
  await act(async () => save());
  expect(sent).toEqual([{ title: 'سباق ٢', amount: '15,5' }]);
});

it('keeps the caret while Arabic digits are typed in the middle of a number', async () => {
  const { sent } = await openForm({ form: due, initial: { title: 'Tyres', amount: '1200' } });
  const input = control('Amount');
  input.setSelectionRange(1, 1);
  for (const digit of '٥٦') type(input, digit);
  expect(input.selectionStart).toBe(3);
  await act(async () => save());
  expect(sent).toEqual([{ title: 'Tyres', amount: '156200' }]);
});

/** Types at the caret, as a browser does: `fireEvent.change` would move it. */
function type(input: HTMLInputElement, text: string) {
  const { value, selectionStart } = input;
  const at = selectionStart!;
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  native.set!.call(input, value.slice(0, at) + text + value.slice(at));
  input.setSelectionRange(at + text.length, at + text.length);
  fireEvent.input(input);
}
