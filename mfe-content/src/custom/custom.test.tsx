import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { Custom } from './custom';
import ownTexts from './messages/en.json' with { type: 'json' };

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe(Custom, () => {
  it.each([200, 500])('counts the visit, and does not crash when the reply is %i', async (status) => {
    // As browsers do, and jsdom does not: the shell takes an error event that names a module's file for its crash.
    globalThis.reportError = (error) => window.dispatchEvent(new ErrorEvent('error', { error }));
    const crash = jest.fn();
    window.addEventListener('error', crash);
    const fetch = jest.fn<typeof globalThis.fetch>(
      async () =>
        new Response(JSON.stringify(status === 200 ? { ok: true } : { code: 'INTERNAL_ERROR', message: 'x' }), {
          status,
          headers: { 'content-type': 'application/json' },
        }),
    );
    const kit = await testKit({ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch });
    render(
      <TestHost kit={kit} module="mfe-content">
        <Custom />
      </TestHost>,
    );
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    const [url, init] = fetch.mock.calls[0]!;
    expect([String(url), init?.method]).toEqual([expect.stringContaining('/logs'), 'POST']);
    expect(JSON.parse(String(init?.body))).toMatchObject({ type: 'go_to_page', page_name: 'custom' });
    await new Promise((settled) => setTimeout(settled));
    expect(screen.getByRole('heading', { level: 1, name: 'About this community' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(crash).not.toHaveBeenCalled();
    window.removeEventListener('error', crash);
  });
});
