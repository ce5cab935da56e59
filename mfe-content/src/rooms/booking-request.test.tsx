import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { at, bob, open } from '../../test/rooms-scenario';
import { ConfirmBooking, RejectBooking } from './booking-request';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const params = { id: 'b1', token: 'secret' };
const request = (state = 'pending') => ({
  ...{ id: 'b1', state, user: { ...bob, company: 'Kestrel' }, email: 'bob@example.org', room: 'Media centre' },
  ...{ description: 'Sponsors come', from: at('08:30'), to: at('09:00'), time_zone: 'UTC' },
});
const verify = { 'PUT /bookings/b1/verify': request() };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe(ConfirmBooking, () => {
  it('shows name, e-mail, company, room, from and to, and changes nothing when it opens', async () => {
    const { sent } = await open(<ConfirmBooking params={params} />, verify, undefined);
    for (const text of ['Bob Box', 'bob@example.org', 'Kestrel', 'Media centre', /08:30/, /09:00/])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent.map(({ request: call }) => call)).toEqual(['PUT /bookings/b1/verify']);
    expect(sent[0]!.body).toMatchObject({ admin_token: 'secret' });
  });

  it('confirms on the press', async () => {
    const replies = { ...verify, 'PUT /bookings/b1/confirm': request('confirmed') };
    await open(<ConfirmBooking params={params} />, replies, undefined);
    await press('Confirm');
    expect(await screen.findByRole('heading', { name: 'Booking confirmed' })).toBeTruthy();
  });

  it('counts an identical earlier decision as success', async () => {
    const replies = {
      ...verify,
      'PUT /bookings/b1/confirm': [409, { code: 'ALREADY_GRANTED', message: '' }] as [number, object],
    };
    await open(<ConfirmBooking params={params} />, replies, undefined);
    await press('Confirm');
    expect(await screen.findByRole('heading', { name: 'Booking confirmed' })).toBeTruthy();
  });

  it('shows a booking that its member cancelled, without buttons to decide', async () => {
    await open(<ConfirmBooking params={params} />, { 'PUT /bookings/b1/verify': request('cancelled') }, undefined);
    expect(await screen.findByRole('heading', { name: 'Booking cancelled' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that a link is broken', async () => {
    const replies = {
      'PUT /bookings/b1/verify': [403, { code: 'LINK_INVALID', message: 'Not valid' }] as [number, object],
    };
    await open(<ConfirmBooking params={params} />, replies, undefined);
    expect(await screen.findByText('Not valid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('offers Retry when the service fails', async () => {
    let fails = true;
    const replies = {
      'PUT /bookings/b1/verify': () =>
        fails ? ([503, { code: 'SERVICE_UNAVAILABLE', message: '' }] as [number, object]) : request(),
    };
    await open(<ConfirmBooking params={params} />, replies, undefined);
    await screen.findByRole('button', { name: 'Retry' });
    fails = false;
    await press('Retry');
    expect(await screen.findByRole('button', { name: 'Confirm' })).toBeTruthy();
  });
});

describe(RejectBooking, () => {
  it('rejects on the press', async () => {
    const replies = { ...verify, 'PUT /bookings/b1/reject': request('rejected') };
    const { sent } = await open(<RejectBooking params={params} />, replies, undefined);
    await press('Reject');
    expect(await screen.findByRole('heading', { name: 'Booking rejected' })).toBeTruthy();
    await waitFor(() => expect(sent.map(({ request: call }) => call)).toContain('PUT /bookings/b1/reject'));
  });
});
