import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { EditHome } from './edit-home';
import { featuredChoices } from './home-form';
import ownTexts from './messages/en.json' with { type: 'json' };

beforeEach(() => {
  location.hash = '/main/home/edit';
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const admin = { id: 'ann', username: 'ann', fullname: 'Ann', admin: true, acl: [] } as unknown as Self;
const stored = {
  id: 'i1',
  type: 'home',
  title: '',
  description: 'Boats leave at ten.',
  url: 'https://example.org/',
  image_url: '/files/quay',
  crop: { x: 50, y: 84 },
  hidden: false,
};

interface Given {
  as?: Self;
  items?: object[];
  validity?: boolean;
  /** Of every write. */
  refusal?: object;
}

async function open({ as = admin, items = [], validity = false, refusal }: Given = {}) {
  const sent: { method: string; path: string; input: Record<string, unknown> }[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = String(url)
      .replace(/^.*\/api/, '')
      .replace(/\?.*/, '');
    const { method = 'GET' } = init ?? {};
    if (method !== 'GET') sent.push({ method, path, input: JSON.parse(String(init!.body)) as Record<string, unknown> });
    const read = method === 'GET' && { items, events: [] };
    const body = read || (refusal ?? (method === 'POST' ? { item: stored } : stored));
    return new Response(JSON.stringify(body), {
      status: read || !refusal ? 200 : 400,
      headers: { 'content-type': 'application/json' },
    });
  });
  const kit = await testKit({
    module: 'mfe-content',
    messages: { ...moduleTexts, ...ownTexts },
    fetch,
    boot: { tabs: [{ id: 'home', module: 'mfe-content' }] } as unknown as Partial<Boot>,
    user: as,
  });
  kit.deployment.set((now) => ({
    ...now,
    flags: { ...now.flags, home_tab: { ...now.flags.home_tab, validity, default_description: 'Wet at eight.' } },
  }));
  render(
    <TestHost kit={kit} module="mfe-content">
      <EditHome />
    </TestHost>,
  );
  return sent;
}
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
/** Saves, and waits until the form has moved the focus to its first invalid field. */
async function refusedAt(field: HTMLElement) {
  save();
  await waitFor(() => expect(document.activeElement).toBe(field));
}

describe(EditHome, () => {
  it('starts with the deployment’s defaults and creates a page without the header', async () => {
    const sent = await open();
    expect((await box(/^Description/)).value).toBe('Wet at eight.');
    fireEvent.change(await box(/^Header/), { target: { value: 'Race weekend' } });
    fireEvent.change(await box(/^Description/), { target: { value: 'Dry at nine.' } });
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/items' });
    const { client_id, ...input } = sent[0]!.input;
    expect(client_id).toEqual(expect.any(String));
    expect(input).toMatchObject({ type: 'home', description: 'Dry at nine.', url: '', event: '', image_url: '' });
    expect(input).not.toHaveProperty('header');
    expect(input).not.toHaveProperty('end');
    cleanup();
    await open();
    expect((await box(/^Header/)).value).toBe('Race weekend');
  });

  it('changes the stored page, its crop included', async () => {
    const sent = await open({ items: [{ ...stored, id: 'old', end: '2020-01-01T00:00:00Z' }, stored] });
    fireEvent.change(await screen.findByRole('slider', { name: 'Top to bottom' }), { target: { value: '20' } });
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      path: '/items/i1',
      input: { image_url: '/files/quay', crop: { x: 50, y: 20 }, url: 'https://example.org/' },
    });
  });

  it.each([/^Header/, /^Description/])('refuses a blank %s with MISSING_FIELD', async (name) => {
    const sent = await open();
    const field = await box(name);
    fireEvent.change(field, { target: { value: '  ' } });
    fireEvent.blur(field);
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    await refusedAt(field);
    expect(sent).toEqual([]);
  });

  it('refuses a description of 141 characters and a link of another scheme', async () => {
    const sent = await open();
    const description = await box(/^Description/);
    fireEvent.change(description, { target: { value: 'x'.repeat(141) } });
    fireEvent.change(await box(/^Link/), { target: { value: 'javascript:alert(1)' } });
    await refusedAt(description);
    expect(screen.getAllByText(/at most 140 characters|right format/)).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('asks for an end only where the deployment limits validity: three days ahead by default', async () => {
    const sent = await open({ validity: true });
    await box(/^Header/);
    expect(await screen.findByText(/Shown until/)).toBeTruthy();
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    const ahead = Date.parse(String(sent[0]!.input['end'])) - Date.now();
    expect(Math.round(ahead / 3_600_000)).toBe(72);
    cleanup();
    await open();
    await box(/^Header/);
    expect(screen.queryByText(/Shown until/)).toBeNull();
  });

  it.each([
    [false, 'PUT', '/items/i1'],
    [true, 'POST', '/items'],
  ])('of a page whose end has passed, with validity %s, sends %s %s', async (validity, method, path) => {
    const sent = await open({ validity, items: [{ ...stored, end: '2020-01-01T00:00:00Z' }] });
    fireEvent.change(await box(/^Description/), { target: { value: 'Dry at nine.' } });
    save();
    await waitFor(() => expect(sent).toMatchObject([{ method, path }]));
  });

  it('shows INVALID_END_DATE of the service at the end', async () => {
    const fields = { end: 'INVALID_END_DATE' };
    await open({ validity: true, refusal: { code: 'INVALID_END_DATE', message: 'x', fields } });
    await box(/^Header/);
    save();
    expect(await screen.findByText('The end must not be in the past.')).toBeTruthy();
  });

  it('is for admins', async () => {
    await open({ as: { ...admin, admin: false } });
    expect(await screen.findByText('Only admins edit home.')).toBeTruthy();
  });
});

describe(featuredChoices, () => {
  const now = Date.parse('2031-01-01T00:00:00Z');
  const at = (days: number, hours = 0) => new Date(now + days * 86_400_000 + hours * 3_600_000).toISOString();
  const event = (when: string, end?: string) => ({ id: 'e', when, end }) as unknown as PaddockEvent;
  it.each([
    ['runs since yesterday and ends tomorrow', event(at(-1), at(1)), true],
    ['began half an hour ago, without an end', event(at(0, -0.5)), true],
    ['began two hours ago, without an end', event(at(0, -2)), false],
    ['starts in 60 days', event(at(60)), true],
    ['starts in 61 days', event(at(61)), false],
    ['ended yesterday', event(at(-2), at(-1)), false],
    ['runs for a year, also now', event(at(-100), at(265)), false],
  ])('an event that %s', (_, one, isOffered) => expect(featuredChoices([one], now)).toEqual(isOffered ? [one] : []));
});
