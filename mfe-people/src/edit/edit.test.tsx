import { afterEach, describe, expect, it } from '@jest/globals';
import type { Profile } from '@paddock/contract/calls/people';
import type { Self } from '@paddock/contract/calls/users';
import { flags } from '@paddock/contract/core/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { makeProfile, reply, withLinks } from '../make-person';
import texts from '../messages/en.json' with { type: 'json' };
import { EditField } from './edit-field';
import { EditProfile } from './edit-profile';
import en from './messages/en.json' with { type: 'json' };

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });
afterEach(() => {
  cleanup();
  act(() => dismissToast());
  localStorage.clear();
  location.hash = '';
});

interface Opened {
  profile?: Partial<Profile>;
  change?: object;
  admin?: boolean;
  /** Opens this field instead of the list. */
  field?: string;
  refusal?: object;
}

/** Returns the bodies of the updates, and the kit. */
async function open({ profile = {}, change = {}, admin = false, field, refusal }: Opened) {
  const sent: object[] = [];
  const shown = makeProfile({ id: 'me', can_edit: true, ...profile });
  const fetch = async (_: unknown, init?: RequestInit) => {
    if (init?.method !== 'PUT') return reply(shown);
    sent.push((JSON.parse(String(init.body)) as { fields: object }).fields);
    return refusal ? reply(refusal, 409) : reply({ ...shown, fields: sent.at(-1) });
  };
  const user = { id: 'me', username: 'me', fullname: 'Me Myself', acl: [], admin, fields: {} } as unknown as Self;
  const messages = { ...texts, ...en };
  const given = { module: 'mfe-people', messages, fetch, flags: flags.parse(change), boot: withLinks, user };
  const kit = await testKit(given);
  render(
    <TestHost kit={kit} module="mfe-people">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      {field === undefined ? (
        <EditProfile params={{ uid: shown.id }} />
      ) : (
        <EditField params={{ uid: shown.id, field }} />
      )}
    </TestHost>,
  );
  return { sent, kit };
}

const licence = { name: 'licence', type: 'text', label: 'Licence', read_only: true };

describe(EditProfile, () => {
  it.each([
    [false, false, false],
    [true, false, true],
    [true, true, false],
  ])('with admin %s and disable_admin_can_edit_profiles %s opens a read-only field: %s', async (admin, off, opens) => {
    await open({ admin, change: { profile_fields: [licence], disable_admin_can_edit_profiles: off } });
    await screen.findByText('Licence');
    expect(screen.queryByRole('link', { name: /^Licence/ }) !== null).toBe(opens);
  });

  it('shows why a field that opens the rooms cannot be changed', async () => {
    await open({ change: { rooms_tab: { limited_access: { company: 'Apex' } } }, profile: { company: 'Vertex' } });
    await screen.findByText('Vertex');
    expect(screen.queryByRole('link', { name: /Vertex/ })).toBeNull();
    expect(screen.getAllByRole('img', { name: 'Only admins can change this.' }).length).toBeGreaterThan(0);
  });

  it.each([
    [false, true],
    [true, false],
  ])('with disable_user_edit_email %s leads to the settings: %s', async (disable_user_edit_email, leads) => {
    await open({ profile: { email: 'ann@example.org' }, change: { disable_user_edit_email } });
    await screen.findByText('ann@example.org');
    const link = screen.queryByRole('link', { name: /^E-mail/ });
    expect(link?.getAttribute('href')).toBe(leads ? '#/main/settings' : undefined);
  });

  it('is refused where the viewer may not edit', async () => {
    await open({ profile: { id: 'u1', can_edit: false } });
    expect((await screen.findByRole('alert')).textContent).toContain('You cannot edit this profile.');
  });
});

describe(EditField, () => {
  it('sends a changed value, and none that breaks a rule', async () => {
    const { sent } = await open({ field: 'url', profile: { url: 'https://halden.example' } });
    const input = await screen.findByRole('textbox', { name: /Web/ });
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(input, { target: { value: 'javascript:alert(1)' } });
    fireEvent.click(save);
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(input, { target: { value: 'halden.example/27' } });
    fireEvent.click(save);
    expect(await screen.findByText('Profile updated')).toBeTruthy();
    expect(sent).toEqual([{ url: 'halden.example/27' }]);
  });

  it('changes no other part of the own record than the field', async () => {
    const pending = { name: 'pending', type: 'text' } as const;
    const { kit } = await open({ field: 'pending', change: { profile_fields: [pending] } });
    fireEvent.change(await screen.findByRole('textbox', { name: /pending/ }), { target: { value: 'Entry 27' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(kit.session.get().user?.fields).toEqual({ pending: 'Entry 27' }));
    expect(kit.session.get().user?.pending).toBeUndefined();
  });

  it('shows that a user name is taken, at the field', async () => {
    const fields = { username: 'USERNAME_NOT_AVAILABLE' };
    await open({ field: 'username', refusal: { code: 'USERNAME_NOT_AVAILABLE', message: 'Taken.', fields } });
    fireEvent.change(await screen.findByRole('textbox', { name: /Username/ }), { target: { value: 'bob' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This username is taken.')).toBeTruthy();
  });

  it('removes an optional value', async () => {
    const { sent } = await open({ field: 'job', profile: { job: 'Driver' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent).toEqual([{ job: '' }]));
  });

  it.each([
    ['^[A-Z]+$', 0],
    ['^[A-Z]*$', 1],
  ])('offers to remove an optional value where its pattern allows it: %s', async (pattern, count) => {
    const job = { name: 'job', type: 'text', pattern } as const;
    await open({ field: 'job', profile: { job: 'PILOT' }, change: { profile_fields: [job] } });
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Remove' })).toHaveLength(count);
  });

  it.each(['fullname', 'username'])('does not remove %s', async (field) => {
    await open({ field });
    expect(within(await screen.findByRole('form')).getByRole('textbox')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  it.each([
    ['email', 'There is no such field.'],
    ['unknown', 'There is no such field.'],
    ['licence', 'Only admins can change this.'],
  ])('does not open %s', async (field, text) => {
    await open({ field, change: { profile_fields: [licence] } });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
