import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Classified } from '@paddock/contract/calls/classifieds';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { dayMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { ClassifiedsPage } from './classifieds-page';
import { CreateClassified } from './create-classified';
import ownTexts from './messages/en.json' with { type: 'json' };
import { RenewByLink } from './renew-by-link';
import { UpdateClassified } from './update-classified';

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
const ad = (fields: Partial<Classified> = {}): Classified => ({
  ...{ id: 'a1', title: 'Torque wrench', desc: 'Calibrated in May', lifetime: 30, workplace: '' },
  category: { key: 'tools', icon: 'wrench', title: 'Tools' },
  ...{ image_urls: [], files: [], new: false, expired: false, can_edit: false },
  owner: { id: 'bob', username: 'bob', fullname: 'Bob Box', online: false },
  created: new Date().toISOString(),
  expires: new Date(Date.now() + 12 * dayMs - 1000).toISOString(),
  ...fields,
});
const own = (fields: Partial<Classified> = {}) =>
  ad({ owner: { id: 'ann', username: 'ann', fullname: 'Ann Lee', online: true }, can_edit: true, ...fields });

type Reply = object | [status: number, body: object];

/** Opens a screen over these replies by method and path; returns the requests that changed something. */
async function open(element: ReactNode, replies: Record<string, Reply> = {}) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = new URL(String(url), location.href).pathname.replace('/api', '');
    const method = init?.method ?? 'GET';
    if (method !== 'GET') sent.push({ path, body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown> });
    const reply = replies[`${method} ${path}`] ?? [404, { code: 'NOT_FOUND', message: 'none' }];
    const [status, body] = Array.isArray(reply) ? (reply as [number, object]) : [200, reply];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  const kit = await testKit({
    module: 'mfe-content',
    messages: { ...moduleTexts, ...ownTexts },
    fetch,
    boot: { tabs: [{ id: 'classifieds', module: 'mfe-content' }], modules: [] } as unknown as Partial<Boot>,
    user,
  });
  const categories = ['tools', 'tyres'].map((key) => ({
    key,
    icon: 'wrench',
    title: key === 'tools' ? 'Tools' : undefined,
  }));
  const classifieds_tab = { categories, lifetime_min: 2, lifetime_max: 40, lifetime_default: 10 };
  kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, classifieds_tab } }));
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
    </TestHost>,
  );
  return sent;
}
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const fill = async (name: RegExp, value: string) => fireEvent.change(await field(name), { target: { value } });
const button = (name: string) => screen.findByRole('button', { name });
const isDisabled = async (name: string) => (await button(name)).getAttribute('aria-disabled') === 'true';
async function fillAll() {
  await fill(/Title/, 'Jack');
  await fill(/Description/, 'Two tons');
  fireEvent.click(screen.getByRole('button', { name: /^Category/ }));
  // The popover's code loads when the first list opens.
  const found = await screen.findByRole('option', { name: 'Tools' });
  await act(async () => fireEvent.click(found));
}

describe(CreateClassified, () => {
  it('starts disabled with the default lifetime, and sends what was entered', async () => {
    const sent = await open(<CreateClassified />, { 'POST /classifieds': { classified: own() } });
    expect((await field(/Lifetime/)).value).toBe('10');
    expect(await isDisabled('Place the ad')).toBe(true);
    await fillAll();
    expect(await isDisabled('Place the ad')).toBe(false);
    fireEvent.click(await button('Place the ad'));
    await waitFor(() => expect(location.hash).toBe('#/main/classifieds/a1'));
    expect(sent).toMatchObject([
      { body: { title: 'Jack', desc: 'Two tons', category: 'tools', client_id: expect.any(String) } },
    ]);
    expect(String(sent[0]!.body['lifetime'])).toBe('10');
  });

  it('refuses a lifetime of 0, 1, 41, 1.5 and 30 days with the bounds filled in', async () => {
    const sent = await open(<CreateClassified />);
    await fillAll();
    for (const lifetime of ['0', '1', '41', '1.5', '30 days']) {
      await fill(/Lifetime/, lifetime);
      fireEvent.click(await button('Place the ad'));
      expect(await screen.findByText('The lifetime must be a whole number of days from 2 to 40.')).toBeTruthy();
      await fill(/Lifetime/, '20');
      await waitFor(() => expect(screen.queryByText(/must be a whole number/)).toBeNull());
    }
    expect(sent).toEqual([]);
  });

  it('shows MISSING_FIELD of a field that was left empty', async () => {
    await open(<CreateClassified />);
    fireEvent.blur(await field(/Title/));
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it("shows the service's INVALID_LIFETIME at the field", async () => {
    const refusal = { code: 'INVALID_LIFETIME', message: 'x', fields: { lifetime: 'INVALID_LIFETIME' } };
    await open(<CreateClassified />, { 'POST /classifieds': [400, refusal] });
    await fillAll();
    fireEvent.click(await button('Place the ad'));
    expect(await screen.findByText('The lifetime must be a whole number of days from 2 to 40.')).toBeTruthy();
  });

  it('says TOO_MANY_FILES at the pictures', async () => {
    const refusal = { code: 'TOO_MANY_FILES', message: 'x', fields: { image_urls: 'TOO_MANY_FILES' } };
    await open(<CreateClassified />, { 'POST /classifieds': [400, refusal] });
    await fillAll();
    fireEvent.click(await button('Place the ad'));
    expect(await screen.findByText('That is one file too many.')).toBeTruthy();
  });

  it("says 'unknown error' for a reply without a classified", async () => {
    await open(<CreateClassified />, { 'POST /classifieds': {} });
    await fillAll();
    fireEvent.click(await button('Place the ad'));
    expect(await screen.findByText('unknown error')).toBeTruthy();
    expect((await field(/Title/)).value).toBe('Jack');
  });
});

describe(UpdateClassified, () => {
  const screenOf = <UpdateClassified params={{ id: 'a1' }} />;

  it('starts disabled, and keeps a category that was removed', async () => {
    const removed = own({ category: { key: 'old', icon: 'tag' } });
    const sent = await open(screenOf, {
      'GET /classifieds/a1': { classified: removed },
      'PUT /classifieds/a1': { classified: removed },
    });
    expect((await field(/Title/)).value).toBe('Torque wrench');
    expect(await isDisabled('Save')).toBe(true);
    await fill(/Title/, 'Torque wrench, large');
    expect(await isDisabled('Save')).toBe(false);
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(sent).toMatchObject([{ body: { title: 'Torque wrench, large', category: 'old' } }]));
  });

  it("says 'unknown error' for a reply without a classified", async () => {
    await open(screenOf, { 'GET /classifieds/a1': { classified: own() }, 'PUT /classifieds/a1': {} });
    await fill(/Title/, 'Other');
    fireEvent.click(await button('Save'));
    expect(await screen.findByText('unknown error')).toBeTruthy();
  });

  it('is for the owner and admins, and for ads that exist', async () => {
    await open(screenOf, { 'GET /classifieds/a1': { classified: ad() } });
    expect(await screen.findByText('Only its owner and admins can edit this ad.')).toBeTruthy();
    cleanup();
    await open(screenOf, { 'GET /classifieds/a1': [404, { code: 'CLASSIFIED_NOT_FOUND', message: 'x' }] });
    expect(await screen.findByText('This ad no longer exists')).toBeTruthy();
  });
});

describe(ClassifiedsPage, () => {
  const counts = { categories: [{ key: 'tools', icon: 'wrench', title: 'Tools', count: 1 }], all: 1, my_ads: 3 };
  const listOf = (classifieds: Classified[]) => ({
    'GET /classifieds': { classifieds, users: [], self: { ...user, classified_new_receipts: 0 }, next: null },
    'GET /classifieds/categories': counts,
  });
  const page = (id?: string) => <ClassifiedsPage params={{ id: id as string }} />;

  it('shows categories with counts and the ads with days and owner', async () => {
    await open(page(), listOf([ad({ new: true }), own({ id: 'a2', title: 'Jack' })]));
    expect(await screen.findByRole('button', { name: /^Tools 1$/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^My ads 3$/ })).toBeTruthy();
    const card = await screen.findByRole('link', { name: /Torque wrench/ });
    expect(card.textContent).toContain('New');
    expect(card.textContent).toMatch(/12 days · .?Bob Box/);
    expect(screen.getByRole('link', { name: /Jack/ }).textContent).toContain('Yours');
  });

  it('says Be the first without ads', async () => {
    await open(page(), listOf([]));
    expect(await screen.findByText('Be the first')).toBeTruthy();
  });

  it('opens the ad of the address below its row, and marks it as read once', async () => {
    const sent = await open(page('a1'), {
      ...listOf([ad({ new: true })]),
      'PUT /classifieds/a1/read': { classified_new_receipts: 0 },
    });
    expect((await screen.findByRole('article', { name: 'Torque wrench' })).textContent).toContain('Calibrated in May');
    expect(screen.getByRole('link', { name: /^New Torque/ }).getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/classifieds/a1/read']));
  });

  it.each([
    ['that succeeds', { classified_new_receipts: 0 }],
    ['that fails, which hides the marks at once', [500, { code: 'INTERNAL_ERROR', message: 'x' }] as Reply],
  ])('marks all ads as read after a while, by one call %s', async (_, reply) => {
    const sent = await open(page(), { ...listOf([ad({ new: true })]), 'PUT /classifieds/read_all': reply });
    expect(await screen.findByRole('link', { name: /^New Torque/ })).toBeTruthy();
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/classifieds/read_all']), { timeout: 4000 });
    if (Array.isArray(reply)) expect(await screen.findByRole('link', { name: /^Torque/ })).toBeTruthy();
  });

  it.each([
    ['all ads', '/main/classifieds', ['/classifieds/read_all']],
    ['own ads', '/main/classifieds?category=my_ads', []],
    ['a category', '/main/classifieds?category=tools', []],
  ])('after two seconds with %s marks %j', async (_, address, expected) => {
    location.hash = address;
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const all = { 'PUT /classifieds/read_all': { classified_new_receipts: 0 } };
      const sent = await open(page(), { ...listOf([ad({ new: true })]), ...all });
      expect(await screen.findByRole('link', { name: /^New Torque/ })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(2000));
      await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(expected));
    } finally {
      jest.useRealTimers();
    }
  });

  it('opens a linked ad that is not in the list, and says when it is gone', async () => {
    await open(page('a9'), {
      ...listOf([ad()]),
      'GET /classifieds/a9': { classified: ad({ id: 'a9', title: 'Far' }) },
    });
    expect(await screen.findByRole('article', { name: 'Far' })).toBeTruthy();
    cleanup();
    await open(page('a9'), {
      ...listOf([ad()]),
      'GET /classifieds/a9': [404, { code: 'CLASSIFIED_NOT_FOUND', message: 'x' }],
    });
    expect(await screen.findByText('This ad no longer exists')).toBeTruthy();
  });
});

describe(RenewByLink, () => {
  const link = <RenewByLink params={{ token: 'secret' }} />;
  const verify = 'PUT /classifieds/renewal/verify';
  const shown = { title: 'Jack', expires: new Date(Date.now() + dayMs).toISOString(), lifetime: 30, renewed: false };

  it('renews by its button only', async () => {
    const sent = await open(link, { [verify]: shown, 'PUT /classifieds/renewal': { ...shown, renewed: true } });
    await screen.findByRole('heading', { name: 'Keep your ad?' });
    expect(sent.map(({ path }) => path)).toEqual(['/classifieds/renewal/verify']);
    fireEvent.click(await button('Renew for 30 days'));
    expect(await screen.findByRole('heading', { name: 'Your ad is renewed' })).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ path: '/classifieds/renewal', body: { renewal_token: 'secret' } });
  });

  it('shows that a link is invalid, was used, or cannot be reached', async () => {
    await open(link, { [verify]: [404, { code: 'LINK_INVALID', message: 'Not valid.' }] });
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    await open(link, { [verify]: { ...shown, renewed: true } });
    expect(await screen.findByRole('heading', { name: 'Your ad is renewed' })).toBeTruthy();
    cleanup();
    await open(link, { [verify]: { ...shown, renewed: true, expires: new Date(Date.now() - dayMs).toISOString() } });
    expect(await screen.findByRole('heading', { name: 'Your ad has ended' })).toBeTruthy();
    expect(screen.getByText(/Renew it in the app, under My ads/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    await open(link, { [verify]: { ...shown, expires: new Date(Date.now() - dayMs).toISOString() } });
    expect(await screen.findByRole('heading', { name: 'Your ad has ended' })).toBeTruthy();
    expect(await button('Renew for 30 days')).toBeTruthy();
    cleanup();
    await open(link, { [verify]: [400, { code: 'LINK_EXPIRED', message: 'This link has expired.' }] });
    expect(await screen.findByRole('heading', { name: 'Your ad has ended' })).toBeTruthy();
    expect(screen.getByText(/ended more than 30 days ago/)).toBeTruthy();
    cleanup();
    await open(link, { [verify]: [503, { code: 'SERVICE_UNAVAILABLE', message: 'Later.' }] });
    expect(await button('Retry')).toBeTruthy();
  });
});
