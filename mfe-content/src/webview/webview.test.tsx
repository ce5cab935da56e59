import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import ownTexts from './messages/en.json' with { type: 'json' };
import { Webview } from './webview';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann', admin: false, acl: [] } as unknown as Self;

async function open(reply: [number, object], { wait = false, url }: { wait?: boolean; url?: string } = {}) {
  const asked: string[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (address) => {
    asked.push(new URL(String(address), 'http://x').searchParams.get('url') ?? '');
    return new Response(JSON.stringify(reply[1]), {
      status: reply[0],
      headers: { 'content-type': 'application/json' },
    });
  });
  const kit = await testKit({
    module: 'mfe-content',
    messages: { ...moduleTexts, ...ownTexts },
    fetch,
    boot: { tabs: [{ id: 'webview', title: 'Circuit map', module: 'mfe-content' }] } as unknown as Partial<Boot>,
    user,
  });
  kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, webview_tab: { wait, allow: [] } } }));
  render(
    <TestHost kit={kit} module="mfe-content">
      <Webview params={url === undefined ? {} : { url }} />
    </TestHost>,
  );
  return asked;
}
const page = (url: string, framed = true): [number, object] => [200, { url, framed }];
const frame = () => screen.findByTitle<HTMLIFrameElement>('Circuit map');

describe(Webview, () => {
  it('shows a page in a sandbox that cannot navigate the app', async () => {
    const asked = await open(page('https://map.example.org/spa'), { url: 'https://map.example.org/spa' });
    const shown = await frame();
    expect([shown.src, shown.getAttribute('referrerpolicy'), asked]).toEqual([
      'https://map.example.org/spa',
      'no-referrer',
      ['https://map.example.org/spa'],
    ]);
    expect((await frame()).getAttribute('sandbox')).not.toContain('top-navigation');
    expect(screen.getByRole('link', { name: 'Open in browser' }).getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.queryByText('Loading…')).toBeNull();
  });

  it('covers a page with a spinner until it has loaded where asked to wait, once for each page', async () => {
    const first = page('https://map.example.org/1');
    await open(first, { wait: true });
    expect((await frame()).dataset['loaded']).toBe('false');
    fireEvent.load(await frame());
    expect((await frame()).dataset['loaded']).toBe('true');
    cleanup();
    await open(first, { wait: true });
    expect((await frame()).dataset['loaded']).toBe('true');
    cleanup();
    await open(page('https://map.example.org/2'), { wait: true });
    expect((await frame()).dataset['loaded']).toBe('false');
  });

  it('offers the browser where the site refuses frames', async () => {
    await open(page('https://closed.example.org/a', false));
    expect(await screen.findByText('This site cannot be shown here')).toBeTruthy();
    expect(screen.getByText('closed.example.org does not let other apps show its pages.')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /Open in browser/ })[0]!.getAttribute('target')).toBe('_blank');
    expect(screen.queryByTitle('Circuit map')).toBeNull();
  });

  it('shows no frame for a page that the deployment does not list', async () => {
    await open([403, { code: 'FORBIDDEN', message: 'no' }], { url: 'https://evil.example.org/' });
    expect(await screen.findByText('This page is not on this community’s list')).toBeTruthy();
    expect(screen.queryByTitle('Circuit map')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
