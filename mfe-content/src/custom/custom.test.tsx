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
  it.each([200, 500])('counts the visit, and works when that is answered with %i', async (status) => {
    const warn = jest.fn();
    globalThis.reportError = warn;
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
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(status === 200 ? 0 : 1));
    expect(screen.getByRole('heading', { level: 1, name: 'About this community' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
