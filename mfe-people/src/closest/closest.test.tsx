import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { PlatformError } from '@paddock/mfe-kit/platform';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ToastRegion } from '@paddock/ui/toast';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Directory } from '../directory/directory';
import { makePerson, reply } from '../make-person';
import en from '../messages/en.json' with { type: 'json' };

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });
afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const ann = { ...makePerson({ id: 'u1', fullname: 'Ann Lee', username: 'ann' }), bucket: 'right_here' };
const bob = { ...makePerson({ id: 'u2', fullname: 'Bob', username: 'bob' }), bucket: 'nearby' };
const cleo = { ...makePerson({ id: 'u3', fullname: 'Cleo', username: 'cleo' }), bucket: 'far_far' };

interface Scene {
  /** Whether the service has the member's position. */
  isShared?: boolean;
  change?: object;
  position?: () => Promise<[number, number]>;
  answer?: 'given' | 'denied';
  address?: string;
}

const byDistance = '/main/people?by=distance';

async function open(scene: Scene = {}) {
  const { isShared = false, change = {}, position = async () => [5.97, 50.44], answer, address = byDistance } = scene;
  location.hash = address;
  let isStored = isShared;
  const sent: [string, string, string][] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
    const { method = 'GET', body = '' } = init ?? {};
    sent.push([method, String(url).replace(/^.*\/api/, ''), String(body)]);
    if (String(url).includes('/users/geo')) {
      isStored = method !== 'DELETE';
      return reply({ ok: true });
    }
    if (!String(url).includes('/users/closest')) return reply({ users: [], total_users: 0, next: null });
    if (!isStored) return reply({ located: false, users: [], total_users: 0, next: null });
    return reply({ located: true, users: [ann, bob, cleo], total_users: 3, next: null });
  });
  const platform = createRecordingPlatform({ position, positionAnswer: () => answer });
  const parsed = flags.parse({ people_tab: { by_distance: true }, ...change });
  const kit = await testKit({ module: 'mfe-people', messages: en, fetch, flags: parsed, platform });
  render(
    <TestHost kit={kit} module="mfe-people">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <Directory params={{} as { uid: string }} />
    </TestHost>,
  );
  return { sent, platform };
}
const heads = () => screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent?.trim());
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the directory by distance', () => {
  it('groups members by bucket and shows the limits where the deployment shows distances', async () => {
    await open({ isShared: true, change: { distances: true } });
    expect((await screen.findByRole('link', { name: /Ann Lee/ })).textContent).toContain('under 500 m');
    expect(screen.getByRole('link', { name: /Bob/ }).textContent).toContain('under 10 km');
    expect(screen.getByRole('link', { name: /Cleo/ }).textContent).not.toMatch(/under|\d/);
    expect(heads()).toEqual(['right here', 'nearby', 'far far']);
  });

  it.each([
    [{ distances: true, miles: true }, 'under 0.5 mi'],
    [{ distances: false, miles: true }, ''],
  ])('shows under %j the text %j', async (change, text) => {
    await open({ isShared: true, change });
    const row = await screen.findByRole('link', { name: /Ann Lee/ });
    expect(/under [\d.]+ \w\w?/.exec(row.textContent.replace('Ann Lee', ' '))?.[0] ?? '').toBe(text);
  });

  it('asks for the position only after the member agrees', async () => {
    const { sent, platform } = await open();
    expect(await screen.findByText(/Only an area of about 500 m is stored/)).toBeTruthy();
    expect(platform.calls).toEqual([]);
    await press('Share my position');
    expect(await screen.findByRole('link', { name: /Ann Lee/ })).toBeTruthy();
    expect(sent).toContainEqual(['PUT', '/users/geo', expect.stringContaining('"position":[5.97,50.44]')]);
    expect(sent.filter(([, address]) => /5\.97|50\.44/.test(address))).toEqual([]);
  });

  it('offers A to Z where the browser refuses, and says so at the next visit', async () => {
    const refuse = () => Promise.reject(new PlatformError('GEO_PERMISSION_DENIED'));
    await open({ position: refuse });
    await press('Share my position');
    expect((await screen.findByRole('alert')).textContent).toContain('not shared with this app');
    await press('Show members from A to Z');
    await waitFor(() => expect(location.hash).toBe('#/main/people?by=abc'));
    expect(await screen.findByText('No members found')).toBeTruthy();
    cleanup();
    await open({ position: refuse, answer: 'denied' });
    expect(await screen.findByText(/Allow it in the browser's settings/)).toBeTruthy();
  });

  it('sends the present position again where the member has agreed on this device', async () => {
    const { sent } = await open({ isShared: true, answer: 'given' });
    await waitFor(() => expect(sent.filter(([method]) => method === 'PUT')).toHaveLength(1));
    cleanup();
    const elsewhere = await open({ isShared: true });
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect(elsewhere.platform.calls).toEqual([]);
  });

  it('sends nothing where another member has agreed on this device, and shows A to Z', async () => {
    localStorage.setItem('mfe-people.position_of', 'bob');
    const { sent, platform } = await open({ isShared: true, answer: 'given' });
    await screen.findByRole('link', { name: /Ann Lee/ });
    expect([platform.calls, sent.filter(([method]) => method === 'PUT')]).toEqual([[], []]);
    cleanup();
    const { sent: calls } = await open({ isShared: true, answer: 'given', address: '/main/people' });
    expect(await screen.findByText('No members found')).toBeTruthy();
    expect(calls.map(([, address]) => address.split('?')[0])).toEqual(['/users/abc']);
  });

  it('is the agreement of the member who shares', async () => {
    localStorage.setItem('mfe-people.position_of', 'bob');
    await open();
    await press('Share my position');
    expect(await screen.findByRole('link', { name: /Ann Lee/ })).toBeTruthy();
    expect(localStorage.getItem('mfe-people.position_of')).toBe('');
  });

  it('deletes the position after a question, on the device too', async () => {
    const { sent, platform } = await open({ isShared: true });
    await press('Stop sharing my position');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Stop sharing my position' }));
    expect(await screen.findByRole('button', { name: 'Share my position' })).toBeTruthy();
    expect(sent.filter(([method]) => method === 'DELETE')).toHaveLength(1);
    expect(platform.calls.map(({ name }) => name)).toEqual(['forgetPosition']);
  });

  it('is offered only where the deployment has it', async () => {
    const { sent } = await open({ change: { people_tab: {} } });
    expect(await screen.findByText('No members found')).toBeTruthy();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(sent.map(([, address]) => address.split('?')[0])).toEqual(['/users/abc']);
  });
});
