import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ReadAllSheet } from './read-all-sheet';

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe(ReadAllSheet, () => {
  it.each([
    ['notices:partners', '/sponsors/read_all', { namespace: 'partners' }],
    ['notices', '/sponsors/read_all', { namespace: '0' }],
    ['events', '/events/read_all', {}],
    ['chats', '/filters/read_all', {}],
  ])('marks everything behind the tab %s', async (tab, path, body) => {
    const sent: [path: string, body: unknown][] = [];
    const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
      const to = new URL(String(url), location.href).pathname.replace('/api', '');
      sent.push([to, JSON.parse(String(init?.body ?? '{}'))]);
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    });
    const kit = await testKit({ module: 'shell', messages: en, fetch });
    const onClose = jest.fn();
    render(
      <TestHost kit={kit} module="shell">
        <ReadAllSheet tab={tab} onClose={onClose} />
      </TestHost>,
    );
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(sent).toMatchObject([[path, body]]));
  });
});
