import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Reply } from '../../test/canned-replies';
import { at, booking, bob, day, open, room, roomReply } from '../../test/rooms-scenario';
import { RoomDetail } from './room-detail';

beforeEach(() => {
  location.hash = '#/main/rooms/r1';
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const now = Date.parse(at('07:00'));
const detail = <RoomDetail id="r1" known={undefined} now={now} />;
const hold = { 'PUT /rooms/r1/hold': { held: at('23:00') }, 'DELETE /rooms/r1/hold': { ok: true } };
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const booked = { '08:30': { booking: 'b1' } };
const ownSeries = roomReply(
  { bookings: [booking({ own: true, user: 'ann', can_cancel: true, series: 's1' })] },
  booked,
);
const panel = () => screen.findByRole('region', { name: 'Your selection' });
const requestsOf = (sent: readonly { request: string }[], part: string) =>
  sent.filter(({ request }) => request.includes(part));

describe(RoomDetail, () => {
  // First: the action sheets of other tests step back in the history, which jsdom does later.
  it('does not step to a day before today', async () => {
    await open(detail, { 'GET /rooms/r1': roomReply() });
    const before = await screen.findByRole('button', { name: 'Previous day' });
    await waitFor(() => expect(screen.getByRole('heading', { name: /Today/ })).toBeTruthy());
    expect(before.getAttribute('aria-disabled')).toBe('true');
    await press('Next day');
    expect(location.hash).toBe('#/main/rooms/r1?day=2086-06-21');
  });

  it('books the selected slots with the trimmed comment, and says so', async () => {
    const made = booking({ own: true, user: 'ann' });
    const { sent } = await open(detail, {
      ...hold,
      'GET /rooms/r1': roomReply(),
      'POST /rooms/r1/bookings': { booking: made },
    });
    await press('08:00 free');
    await press('08:30 free');
    expect(within(await panel()).getByText('08:00–09:00')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: /Comment/ }), { target: { value: '  for tyres ' } });
    await press('Book');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your selection' })).toBeNull());
    expect(sent.find(({ request }) => request.startsWith('POST'))!.body).toMatchObject({
      from: at('08:00'),
      to: at('09:00'),
      description: 'for tyres',
    });
    await waitFor(() => expect(requestsOf(sent, 'DELETE')).toHaveLength(1));
  });

  it('holds each selection in turn, and releases it when the member clears it', async () => {
    const { sent } = await open(detail, { ...hold, 'GET /rooms/r1': roomReply() });
    await press('08:00 free');
    await press('08:30 free');
    await press('Clear the selection');
    await waitFor(() => expect(requestsOf(sent, 'DELETE')).toHaveLength(1));
    expect(requestsOf(sent, 'PUT').map(({ request }) => request)).toEqual(['PUT /rooms/r1/hold', 'PUT /rooms/r1/hold']);
    expect(sent.at(-1)!.request).toBe('DELETE /rooms/r1/hold');
  });

  it('shows a refusal and resets the selection', async () => {
    await open(detail, {
      ...hold,
      'GET /rooms/r1': roomReply(),
      'POST /rooms/r1/bookings': [409, { code: 'SLOT_TAKEN', message: 'taken' }],
    });
    await press('08:00 free');
    await press('Book');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your selection' })).toBeNull());
    expect(await screen.findByRole('button', { name: '08:00 free' })).toBeTruthy();
  });

  it('resets the selection when another member holds it', async () => {
    await open(detail, {
      'GET /rooms/r1': roomReply(),
      'PUT /rooms/r1/hold': [409, { code: 'SLOT_TAKEN', message: '' }],
    });
    await press('08:00 free');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your selection' })).toBeNull());
  });

  it('resets the selection when a live update shows that it was booked', async () => {
    const replies = { current: roomReply() };
    const { receive, kit } = await open(detail, { ...hold, 'GET /rooms/r1': () => replies.current });
    await press('08:00 free');
    await panel();
    replies.current = roomReply(
      { bookings: [booking({ from: at('08:00'), to: at('08:30') })] },
      { '08:00': { booking: 'b1' } },
    );
    act(() => receive('updating_rooms', { workplace: '' }));
    await act(() => kit.queryClient.invalidateQueries());
    expect(await screen.findByText('08:00')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your selection' })).toBeNull());
  });

  it('keeps the comment over a reload', async () => {
    await open(detail, { ...hold, 'GET /rooms/r1': roomReply() });
    await press('08:00 free');
    fireEvent.change(await screen.findByRole('textbox', { name: /Comment/ }), { target: { value: 'for tyres' } });
    cleanup();
    await open(detail, { ...hold, 'GET /rooms/r1': roomReply() });
    await press('08:00 free');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })).value).toBe('for tyres');
  });

  it('moves an own booking, also to a time that overlaps its present one', async () => {
    const own = booking({ own: true, user: 'ann', can_cancel: true });
    const { sent } = await open(detail, {
      ...hold,
      'GET /rooms/r1': roomReply({ bookings: [own] }, { '08:30': { booking: 'b1' } }),
      'PUT /bookings/b1': { booking: own },
    });
    await press(/^08:30 yours/);
    await press('Move to another time');
    await press('08:30 free');
    await press('09:00 free');
    await press('Move here');
    await waitFor(() => expect(requestsOf(sent, 'PUT /bookings/b1')).toHaveLength(1));
    expect(sent.find(({ request }) => request === 'PUT /bookings/b1')!.body).toMatchObject({
      from: at('08:30'),
      to: at('09:30'),
    });
    expect(requestsOf(sent, 'PUT /rooms/r1/hold')).toHaveLength(0);
  });

  it('offers who decides to confirm or reject a request', async () => {
    const request = booking({ state: 'pending', description: 'Sponsors come' });
    const { sent } = await open(detail, {
      'GET /rooms/r1': roomReply({ can_decide: true, bookings: [request] }, { '08:30': { booking: 'b1' } }),
      'PUT /bookings/b1/confirm': {
        id: 'b1',
        state: 'confirmed',
        user: bob,
        room: 'x',
        description: '',
        from: day,
        to: day,
        time_zone: 'UTC',
      },
    });
    await press('08:30 requested by Bob');
    expect(await screen.findByText('Sponsors come')).toBeTruthy();
    await press('Confirm the booking');
    await waitFor(() => expect(requestsOf(sent, 'confirm')).toHaveLength(1));
  });

  it.each([
    [
      'Keep the bookings',
      async (dialog: HTMLElement) => fireEvent.click(within(dialog).getByText('Keep the bookings')),
    ],
    ['Escape', async (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: 'Escape' })],
  ])('asks before it cancels a series, and cancels nothing on %s', async (_, leave) => {
    const { sent } = await open(detail, { 'GET /rooms/r1': ownSeries, 'DELETE /bookings/b1': { ok: true } });
    await press(/^08:30 yours/);
    await press('Cancel this and the later ones');
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this and the later bookings?' });
    expect(dialog.textContent).toMatch(/in Media centre from Thursday, June 20 on are cancelled/);
    await leave(dialog);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toContain('08:30'));
    expect(sent).toEqual([]);
  });

  it('cancels a series after the question, which stays open after a refusal', async () => {
    const replies: Reply[] = [[403, { code: 'FORBIDDEN', message: '' }], { ok: true }];
    const toasts = <ToastRegion label="Messages" dismissLabel="Dismiss" />;
    const { fetch } = await open(
      <>
        {toasts}
        {detail}
      </>,
      { 'GET /rooms/r1': ownSeries, 'DELETE /bookings/b1': () => replies.shift()! },
    );
    await press(/^08:30 yours/);
    await press('Cancel this and the later ones');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel the bookings' }));
    expect(await screen.findByText('Cancellation forbidden')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel the bookings' }));
    expect(await screen.findByText('Bookings cancelled')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const cancelled = fetch.mock.calls.filter(([, init]) => init?.method === 'DELETE').map(([url]) => String(url));
    expect(cancelled.map((url) => /b1\?.*series=true/.test(url))).toEqual([true, true]);
  });

  it('names the member whose series would be cancelled', async () => {
    const theirs = booking({ series: 's1', can_cancel: true });
    await open(detail, { 'GET /rooms/r1': roomReply({ can_decide: true, bookings: [theirs] }, booked) });
    await press('08:30 booked by Bob');
    await press('Cancel this and the later ones');
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/series by Bob Box in Media centre from/);
  });

  it('says that a deleted room is gone', async () => {
    await open(<RoomDetail id="r1" known={room()} now={now} />, {
      'GET /rooms/r1': [404, { code: 'ROOM_NOT_FOUND', message: '' }],
    });
    expect(await screen.findByText('This room no longer exists')).toBeTruthy();
  });
});
