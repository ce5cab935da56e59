import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { defineForm } from './form';
import { control, enter, openForm, refusal, refusing, save } from '../../test/test-form';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const text = (max: number) => z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED').max(max, 'LENGTH_PATTERN');

describe('a draft', () => {
  const ann = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
  const withSecret = defineForm({
    id: 'secret',
    schema: () => z.object({ name: text(20), password: text(20) }),
    fields: () => [
      { type: 'input', name: 'name', label: 'Name' },
      { type: 'password', name: 'password', label: 'Password' },
    ],
    submit: () => 'Save',
  });
  const stored = () => Object.keys(localStorage).filter((key) => key.includes('.form.'));

  it('survives a reload, without the password', async () => {
    await openForm({ form: withSecret });
    enter('Name', 'Ann');
    enter('Password', 'correct horse');
    expect(stored()).toEqual(['mfe-test.form.ann..secret']);
    expect(JSON.stringify(localStorage)).not.toContain('correct horse');
    cleanup();
    await openForm({ form: withSecret });
    expect(control('Name').value).toBe('Ann');
    expect(control('Password').value).toBe('');
  });

  it('belongs to one member, workplace and record', async () => {
    await openForm({ form: withSecret });
    enter('Name', 'Ann');
    cleanup();
    for (const other of [{ user: { ...ann, id: 'bob' } }, { workplace: 'w2' }]) {
      await openForm({ form: withSecret }, other);
      expect(control('Name').value).toBe('');
      cleanup();
      localStorage.removeItem('workplace');
    }
    await openForm({ form: withSecret, record: '7', initial: { name: 'Seven' } });
    expect(control('Name').value).toBe('Seven');
  });

  it('of a visitor stays in its window, since the next visitor may be another person', async () => {
    await openForm({ form: withSecret }, { user: null });
    enter('Name', 'Ann');
    enter('Password', 'correct horse');
    expect(stored()).toEqual([]);
    expect(Object.values(sessionStorage)).toEqual(['{"name":"Ann"}']);
    cleanup();
    await openForm({ form: withSecret }, { user: null });
    expect(control('Name').value).toBe('Ann');
  });

  it('of a visitor is removed by the next sign-out in its window', async () => {
    await openForm({ form: withSecret }, { user: null });
    enter('Name', 'Ann');
    cleanup();
    const { kit } = await openForm({ form: withSecret, onSubmit: async () => undefined });
    await act(() => kit.signOut());
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not written for a member who signs in while the form is open', async () => {
    const { kit } = await openForm({ form: withSecret });
    enter('Name', 'An');
    act(() => kit.session.signIn('token', { ...ann, id: 'bob' }));
    enter('Name', 'Ann');
    act(() => kit.session.forget());
    enter('Name', 'Anna');
    expect(stored()).toEqual(['mfe-test.form.ann..secret']);
    expect(JSON.stringify(localStorage)).not.toContain('Ann');
  });

  it('is removed when its member signs out, with their drafts in every module', async () => {
    const { kit } = await openForm({ form: withSecret, onSubmit: async () => undefined });
    enter('Name', 'Ann');
    const others = { 'mfe-shouts.draft.ann.conversation/0': 'box', 'mfe-events.form.ann.w2.event': '{}' };
    const kept = { 'mfe-shouts.draft.bob.conversation/0': 'wait', 'mfe-shouts.outbox.ann': '{}' };
    for (const [key, text] of Object.entries({ ...others, ...kept })) localStorage.setItem(key, text);
    await act(() => kit.signOut());
    expect(Object.keys(localStorage).sort()).toEqual(Object.keys(kept).sort());
  });

  it('is removed on success and when the input is cleared, and kept on a refusal', async () => {
    const { onSubmit } = refusing(refusal({ name: 'name_INVALID_PATTERN' }));
    await openForm({ form: withSecret, onSubmit });
    enter('Name', 'Ann');
    enter('Password', 'x');
    save();
    await screen.findByText('This does not have the right format.');
    expect(stored()).toHaveLength(1);
    save();
    await waitFor(() => expect(stored()).toEqual([]));
    cleanup();
    await openForm({ form: withSecret });
    enter('Name', 'Ann');
    enter('Name', '');
    expect(stored()).toEqual([]);
  });

  it.each([
    ['has other fields and types', '{"name":["Ann"],"gone":"x"}'],
    ['is not JSON', '{'],
    ['is null', 'null'],
  ])('that %s is ignored', async (_, draft) => {
    localStorage.setItem('mfe-test.form.ann..secret', draft);
    await openForm({ form: withSecret });
    expect(control('Name').value).toBe('');
  });

  it('is not stored when the form disables it', async () => {
    await openForm({ form: { ...withSecret, draft: false } });
    enter('Name', 'Ann');
    expect(stored()).toEqual([]);
  });
});
