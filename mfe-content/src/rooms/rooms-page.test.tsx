import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { admin, at, booking, open, room } from '../../test/rooms-scenario';
import { RoomsPage } from './rooms-page';

beforeEach(() => {
  location.hash = '#/main/rooms';
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const list = <RoomsPage params={{} as { id: string }} />;
const reply = (more: object = {}) => ({ rooms: [], bookings: [], users: [], groups: [], ...more });
const own = (id: string, more: object = {}) =>
  booking({ id, own: true, user: 'ann', room_title: `Room ${id}`, ...more });

describe(RoomsPage, () => {
  it('shows three bookings and the others after View more', async () => {
    await open(list, { 'GET /rooms': reply({ bookings: ['1', '2', '3', '4'].map((id) => own(id)) }) });
    expect(await screen.findByText('Room 3')).toBeTruthy();
    expect(screen.queryByText('Room 4')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'View more' }));
    expect(screen.getByText('Room 4')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'View less' }));
    expect(screen.queryByText('Room 4')).toBeNull();
  });

  it('hides bookings that have ended since the page was read', async () => {
    const past = own('old', { from: '2020-01-01T08:00:00.000Z', to: '2020-01-01T09:00:00.000Z' });
    await open(list, { 'GET /rooms': reply({ bookings: [past, own('new', { state: 'pending' })] }) });
    expect(await screen.findByText('Room new')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(screen.queryByText('Room old')).toBeNull();
  });

  it('asks for an hour from a half hour on, and shows the configured rows', async () => {
    const { fetch } = await open(list, {
      'GET /rooms': reply({ rooms: [room({ admin_confirmation_required: true })] }),
    });
    const row = await screen.findByRole('link', { name: /Media centre/ });
    expect(row.textContent).toContain('Spa · 40 people · Stage');
    expect(row.textContent).toContain('Needs approval');
    const { searchParams } = new URL(String(fetch.mock.calls[0]![0]), location.href);
    const [from, to] = [searchParams.get('from')!, searchParams.get('to')!].map((text) => Date.parse(text));
    expect(to! - from!).toBe(3_600_000);
    expect(new Date(from!).getUTCMinutes() % 30).toBe(0);
  });

  it('offers all rooms when none is free', async () => {
    let free = 0;
    await open(list, { 'GET /rooms': () => reply({ rooms: free++ === 0 ? [] : [room()] }) });
    expect(await screen.findByText('No rooms')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all rooms' }));
    expect(await screen.findByText('Media centre')).toBeTruthy();
  });

  it('sets the end to an hour after a start when the picker of the start closes', async () => {
    await open(list, { 'GET /rooms': reply() });
    fireEvent.click(await screen.findByRole('button', { name: /^From/ }));
    fireEvent.click(await screen.findByRole('button', { name: /From, Time/ }));
    const hours = await screen.findByRole('listbox', { name: /Hours/ });
    const options = [...hours.querySelectorAll('[role="option"]:not([aria-disabled="true"])')];
    fireEvent.click(options.at(-1)!);
    fireEvent.keyDown(hours, { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const texts = ['From', 'To'].map(
      (name) => screen.getByRole('button', { name: new RegExp(`^${name},`) }).textContent,
    );
    const [from, to] = texts.map((text) => text.match(/(\d+):(\d\d)/)!).map(([, h, m]) => Number(h) * 60 + Number(m));
    expect((to! - from! + 1440) % 720).toBe(60);
  });

  it.each(['From', 'To'])('takes the time that the picker of %s offers while all rooms are shown', async (end) => {
    await open(list, { 'GET /rooms': () => reply() });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all rooms' }));
    fireEvent.click(screen.getByRole('button', { name: `${end}, Any time` }));
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Any time')).toBeNull();
  });

  it('offers to add a room to admins, and not to members', async () => {
    await open(list, { 'GET /rooms': reply() });
    expect(await screen.findByText('No rooms')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a room' })).toBeNull();
    cleanup();
    const { kit } = await open(list, { 'GET /rooms': reply({ rooms: [room()] }) }, admin);
    expect(await screen.findByRole('link', { name: 'Add a room' })).toBeTruthy();
    act(() =>
      kit.deployment.set((now) => ({
        ...now,
        flags: { ...now.flags, rooms_tab: { ...now.flags.rooms_tab, disable_admin_edit: true } },
      })),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Add a room' })).toBeNull());
  });

  it('shows a booking by the clock of its room, with the time of a member on another one', async () => {
    const kathmandu = own('1', { time_zone: 'Asia/Kathmandu', from: at('08:15'), to: at('09:15') });
    const here = own('2', { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    await open(list, { 'GET /rooms': reply({ bookings: [kathmandu, here] }) });
    const there = (await screen.findByRole('link', { name: /Room 1/ })).textContent;
    expect(there).toMatch(/14:00 to 15:00 · \d+:\d\d–\d+:\d\d your time/);
    expect(screen.getByRole('link', { name: /Room 2/ }).textContent).not.toContain('your time');
  });

  it('links a booking to its room and day', async () => {
    await open(list, { 'GET /rooms': reply({ bookings: [own('1', { from: at('08:30') })] }) });
    const row = await screen.findByRole('link', { name: /Room 1/ });
    expect(row.getAttribute('href')).toBe('#/main/rooms/r1?day=2086-06-20');
  });
});
