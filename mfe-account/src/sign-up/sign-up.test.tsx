import { flags } from '@paddock/contract/core/flags';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type Replies,
  type SentRequest,
  calls,
  input,
  leaveScreen,
  member,
  openScreen,
  press,
  refusal,
  type,
} from '../entry/test-screen';
import en from '../messages/en.json' with { type: 'json' };
import { SignUp } from './sign-up';

afterEach(leaveScreen);

const withCompany = flags.parse({
  signup_fields: [
    {
      name: 'company',
      type: 'input',
      mandatory: true,
      label: 'Team or company',
      message: 'Please enter a team or company name',
    },
  ],
});
const base = { 'Full name': 'Ann Lee', Username: 'ann lee', 'E-mail': 'ann@example.org', Password: 'long enough' };
const open = (replies: Replies) => openScreen(<SignUp />, { replies, flags: withCompany });
function fill(change: Record<string, string> = {}) {
  for (const [label, value] of Object.entries({ ...base, 'Team or company': 'Northfell', ...change }))
    type(label, value);
}
const submit = () => act(async () => press('Sign up'));

describe('SignUp', () => {
  it("shows the deployment's own words for a missing extra field", async () => {
    const { requests } = await open({});
    fill({ 'Team or company': ' ' });
    fireEvent.blur(input('Team or company'));
    await submit();
    expect(await screen.findByText('Please enter a team or company name')).toBeTruthy();
    expect(calls(requests)).toEqual([]);
  });

  it('sends base and extra fields under one client id, also on a resend', async () => {
    const { requests } = await open({ 'PUT /users': null });
    fill();
    await submit();
    await screen.findByText('This service cannot be reached right now.');
    await submit();
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[0]?.input).toMatchObject({ email: 'ann@example.org', fields: { company: 'Northfell' } });
    expect(requests[1]?.input['client_id']).toBe(requests[0]?.input['client_id']);
  });

  it('shows a refusal of the service at its field', async () => {
    const code = 'USERNAME_NOT_AVAILABLE';
    await open({ 'PUT /users': refusal(409, code, { fields: { username: code } }) });
    fill();
    await submit();
    expect(await screen.findByText(en.codes.USERNAME_NOT_AVAILABLE)).toBeTruthy();
    expect(input('Username').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the extra fields', () => {
  const places = ['hq', 'porto'].map((id) => ({ id, title: id.toUpperCase() }));
  const list = (titles: string[]) => ({ items: titles.map((title) => ({ id: title, type: 'dynamic-list', title })) });
  const signUpWith = (signup_fields: object[], replies: Replies = {}) =>
    // The form requests its lists after its first render.
    act(() =>
      openScreen(<SignUp />, {
        flags: flags.parse({ signup_fields }),
        boot: { workplaces: places },
        replies: { 'PUT /users': { token: 'fresh', user: member({ email_verified: false }) }, ...replies },
      }),
    );
  const fillBase = () => {
    for (const [label, value] of Object.entries(base)) type(label, value);
  };
  const sent = (requests: SentRequest[]) => requests.find(({ call }) => call === 'PUT /users')?.input['fields'];
  const more = () => fireEvent.click(screen.getByRole('switch', { name: /^Add more about you/ }));
  async function pick(label: string, option: string) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }));
    // The popover's code loads when the first list opens.
    const found = await screen.findByRole('option', { name: option });
    // The form requests dependent lists after the choice is stored.
    await act(async () => fireEvent.click(found));
  }

  it('of every kind are sent by name: single values as text, several as a list', async () => {
    const { requests, kit } = await signUpWith(
      [
        { name: 'company', type: 'input', label: 'Team', mandatory: true },
        { name: 'houses', type: 'workplaces', label: 'Houses', mandatory: true, multiple: true },
        { name: 'role', type: 'dropdown', label: 'Role', options: ['Driver', 'Crew'], mandatory: true },
        {
          name: 'days',
          type: 'dropdown',
          label: 'Days',
          options: ['Sat', 'Sun', 'Other'],
          multiple: true,
          last_option_is_text: true,
        },
        { name: 'unit', type: 'dynamic-list', label: 'Unit', subtype: 'departments' },
      ],
      { 'GET /items': list(['Pumps', 'Valves']) },
    );
    fillBase();
    type('Team', 'Northfell');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'PORTO' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'HQ' }));
    await pick('Role', 'Crew');
    more();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Sun' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    type('Please specify', 'Friday night');
    await pick('Unit', 'Valves');
    await submit();
    await waitFor(() => expect(window.location.hash).toBe('#/main/profile'));
    expect(sent(requests)).toEqual({
      company: 'Northfell',
      houses: ['hq', 'porto'],
      role: 'Crew',
      days: ['Sun', 'Friday night'],
      unit: 'Valves',
    });
    expect(kit.session.get().token).toBe('fresh');
  });

  it('that are optional are behind a switch, and not sent when empty', async () => {
    const { requests } = await signUpWith([{ name: 'company', type: 'input', label: 'Team' }]);
    expect(screen.queryByLabelText(/^Team/)).toBeNull();
    fillBase();
    await submit();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(sent(requests)).toEqual({});
  });

  it('that are mandatory disable the button, and show their own message when empty', async () => {
    const { requests } = await signUpWith([
      {
        name: 'houses',
        type: 'workplaces',
        label: 'Houses',
        mandatory: true,
        multiple: true,
        message: 'Where do you work?',
      },
    ]);
    fillBase();
    const button = screen.getByRole('button', { name: 'Sign up' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.blur(await screen.findByRole('checkbox', { name: 'HQ' }));
    expect(await screen.findByText('Where do you work?')).toBeTruthy();
    await submit();
    expect(calls(requests)).toEqual([]);
  });

  it('offer the groups of the chosen workplace', async () => {
    const groups = { '': ['Everywhere'], hq: ['Lab'], porto: ['Dock', 'Pumps'] } as Record<string, string[]>;
    const { requests } = await signUpWith(
      [
        { name: 'house', type: 'workplaces', label: 'House', mandatory: true },
        { name: 'circles', type: 'selected-groups', label: 'Circles', mandatory: true, multiple: true },
      ],
      {
        'GET /groups/selectable': ({ place = '' }) => ({
          groups: groups[String(place)]!.map((title) => ({ id: title.toLowerCase(), title, color: '#d92d3a' })),
        }),
      },
    );
    fillBase();
    const read = () =>
      requests.filter(({ call }) => call === 'GET /groups/selectable').map(({ input }) => input['place'] ?? '');
    await waitFor(() => expect(read()).toEqual(['']));
    await pick('House', 'HQ');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Lab' }));
    await pick('House', 'PORTO');
    expect(screen.queryByRole('checkbox', { name: 'Lab' })).toBeNull();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Dock' }));
    expect(read()).toEqual(['', 'hq', 'porto']);
    await submit();
    await waitFor(() => expect(sent(requests)).toEqual({ house: 'porto', circles: ['dock'] }));
  });

  it.each(['dropdown', 'boxes'])('show as %s that a list failed to load, and reload it', async (shape) => {
    let there = false;
    const unit = { name: 'unit', type: 'dynamic-list', label: 'Unit', subtype: 'departments', mandatory: true };
    const { requests } = await signUpWith([{ ...unit, multiple: shape === 'boxes' }], {
      'GET /items': () => (there ? list(['Pumps']) : refusal(500, 'INTERNAL_ERROR')),
    });
    const field = within(await screen.findByRole('group', { name: 'Unit' }));
    expect(field.getByRole('alert').textContent).toContain('INTERNAL_ERROR said');
    expect(screen.queryByText('Loading…')).toBeNull();
    fillBase();
    there = true;
    fireEvent.click(field.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    if (shape === 'boxes') fireEvent.click(await screen.findByRole('checkbox', { name: 'Pumps' }));
    else await pick('Unit', 'Pumps');
    await submit();
    await waitFor(() => expect(sent(requests)).toEqual({ unit: shape === 'boxes' ? ['Pumps'] : 'Pumps' }));
  });

  it('show no failure of one workplace’s groups after another workplace is chosen', async () => {
    await signUpWith(
      [
        { name: 'house', type: 'workplaces', label: 'House', mandatory: true },
        { name: 'circles', type: 'selected-groups', label: 'Circles', mandatory: true, multiple: true },
      ],
      {
        'GET /groups/selectable': ({ place = '' }) =>
          place === 'hq'
            ? refusal(500, 'INTERNAL_ERROR')
            : { groups: [{ id: 'dock', title: 'Dock', color: '#d92d3a' }] },
      },
    );
    await pick('House', 'HQ');
    await screen.findByRole('button', { name: 'Retry' });
    await pick('House', 'PORTO');
    await screen.findByRole('checkbox', { name: 'Dock' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('are stored in the draft with the other fields, but never the password', async () => {
    const fields = [{ name: 'houses', type: 'workplaces', label: 'Houses', mandatory: true, multiple: true }];
    await signUpWith(fields);
    fillBase();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'HQ' }));
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('hq'));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(base.Password);
    cleanup();
    await signUpWith(fields);
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'HQ' })).checked).toBe(true);
    expect(input('Full name').value).toBe('Ann Lee');
    expect(input('Password').value).toBe('');
  });
});
