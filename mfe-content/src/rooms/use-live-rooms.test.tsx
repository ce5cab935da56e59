import { afterEach, expect, it } from '@jest/globals';
import { readRooms } from '@paddock/contract/calls/rooms';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { act, cleanup, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { at, open } from '../../test/rooms-scenario';
import { useLiveRooms } from './use-live-rooms';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('reads rooms once when it opens, and again 15 minutes before a booking, whose door code is shown then', async () => {
  let pass: (now: number) => void = () => undefined;
  function Rooms() {
    const [now, setNow] = useState(Date.parse(at('09:40')));
    pass = setNow;
    useLiveRooms(now);
    return <p>{useCallQuery(readRooms, {}).data ? 'read' : 'loading'}</p>;
  }
  const { fetch } = await open(<Rooms />, { 'GET /rooms': { rooms: [], bookings: [], users: [], groups: [] } });
  const reads = () => fetch.mock.calls.filter(([url]) => String(url).includes('/rooms')).length;
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(reads()).toBe(1);
  act(() => pass(Date.parse(at('09:44'))));
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(reads()).toBe(1);
  act(() => pass(Date.parse(at('09:45'))));
  await waitFor(() => expect(reads()).toBe(2));
});
