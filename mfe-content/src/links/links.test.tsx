import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Link } from '@paddock/contract/calls/links';
import type { Self } from '@paddock/contract/calls/users';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { cannedReplies, type Replies } from '../../test/canned-replies';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { LinkAsRow } from './link-item';
import ownTexts from './messages/en.json' with { type: 'json' };
import { UpdateLink } from './update-link';

beforeEach(() => {
  location.hash = '/main/links/l1/edit';
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const admin = { id: 'ann', username: 'ann', admin: true, acl: [] } as unknown as Self;
const webview_tab = { url: 'https://maps.example/spa', allow: ['https://timing.example'] };
const link = (fields: Partial<Link> = {}): Link => ({
  ...{ id: 'l1', title: 'Timing', is_document: false, header: false, in_app: true, restricted: false },
  ...{ url: 'https://timing.example/live', workplace: '', created: '2026-01-01T00:00:00.000Z' },
  ...{ can_edit: true, can_delete: false, ...fields },
});

async function open(element: ReactNode, replies: Replies = {}, tabs: string[] = ['links', 'webview']) {
  const { fetch, sent } = cannedReplies({ 'GET /items': { items: [] }, ...replies });
  const kit = await testKit({
    ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch, user: admin },
    flags: flagsSchema.parse({ webview_tab }),
    boot: { tabs: tabs.map((id) => ({ id, module: 'mfe-content', title: id })) } as unknown as Partial<Boot>,
  });
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
    </TestHost>,
  );
  return sent;
}
const href = () => screen.getAllByRole('link')[0]!.getAttribute('href');

describe(LinkAsRow, () => {
  it('opens in the app if the web view lists its page, else in a new window', async () => {
    await open(<LinkAsRow link={link()} />);
    expect(href()).toBe(`#/main/webview/${encodeURIComponent('https://timing.example/live')}`);
    cleanup();
    await open(<LinkAsRow link={link({ url: 'https://former.example/' })} />);
    expect(href()).toBe('https://former.example/');
  });
});

describe('the form of a link', () => {
  const replies = (url: string): Replies => ({
    'GET /links/l1': { link: link({ url }) },
    'PUT /links/l1': { link: link({ url }) },
  });
  const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const refusal = 'This page is not on the list of pages that open in the app.';

  it('refuses an unlisted page in the app', async () => {
    const sent = await open(<UpdateLink params={{ id: 'l1' }} />, replies('https://former.example/'));
    await save();
    expect(await screen.findByText(refusal)).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Open in the app' }));
    await save();
    await waitFor(() => expect(sent.map(({ body }) => body['in_app'])).toEqual([false]));
  });

  it('does not send a stored choice that it does not show', async () => {
    const sent = await open(<UpdateLink params={{ id: 'l1' }} />, replies('https://former.example/'), ['links']);
    await save();
    await waitFor(() => expect(sent.map(({ body }) => body['in_app'])).toEqual([false]));
  });
});
