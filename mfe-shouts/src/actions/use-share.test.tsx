import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { useCopyLink, useShare } from './use-share';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
  localStorage.clear();
});

const url = 'https://paddock.example/main/shout/s1';

/** Gives the device a clipboard, which jsdom lacks. */
function giveClipboard() {
  const writeText = jest.fn(async (_: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  return writeText;
}

async function shown(flags: object, admin = false, missing: 'share'[] = []) {
  const platform = createRecordingPlatform({ share: () => Promise.resolve('shared'), missing });
  const requested: string[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    flags: flagsSchema.parse(flags),
    user: { id: 'u1', username: 'ann', fullname: 'Ann Lee', admin, acl: [] as Self['acl'] } as Self,
    platform,
    fetch: async (address) => {
      requested.push(new URL(String(address), 'http://test').pathname);
      return Response.json({ url });
    },
  });
  const { result } = renderHook(() => ({ share: useShare(), copyLink: useCopyLink() }), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
      </TestHost>
    ),
  });
  return { result, platform, requested };
}

describe(useShare, () => {
  it.each([
    [{}, true, true],
    [{ disable_sharing: true }, false, false],
    [{ only_admins_can_share: true }, false, true],
    [{ disable_sharing: true, only_admins_can_share: true }, false, true],
  ])('under %j lets a member %p, an admin %p', async (flags, member, admin) => {
    giveClipboard();
    for (const [isAdmin, may] of [
      [false, member],
      [true, admin],
    ] as const) {
      const { result } = await shown(flags, isAdmin);
      expect([result.current.share !== null, result.current.copyLink !== null]).toEqual([may, may]);
    }
  });

  it('shares the address that the service gives', async () => {
    const { result, platform, requested } = await shown({});
    act(() => result.current.share!({ id: 's1' }));
    await waitFor(() => expect(platform.calls).toEqual([{ name: 'share', args: [{ url }] }]));
    expect(requested).toEqual(['/api/shouts/s1/link']);
  });

  it('is missing on a device that can neither share nor copy', async () => {
    expect((await shown({}, false, ['share'])).result.current.share).toBeNull();
  });
});

describe(useCopyLink, () => {
  it('copies the address that the service gives', async () => {
    const writeText = giveClipboard();
    const { result } = await shown({});
    act(() => result.current.copyLink!({ id: 's1' }));
    await waitFor(() => expect(writeText.mock.calls).toEqual([[url]]));
  });

  it('is missing on a device without a clipboard', async () => {
    expect((await shown({})).result.current.copyLink).toBeNull();
  });
});
