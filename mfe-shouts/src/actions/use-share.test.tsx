import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { useCopyLink, useShare } from './use-share';

afterEach(() => {
  cleanup();
  dismissToast();
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(window, 'ClipboardItem');
  localStorage.clear();
});

const url = 'https://paddock.example/main/shout/s1';

/** Gives the device a clipboard, which jsdom lacks. */
function giveClipboard(writeText = jest.fn(async (_: string) => undefined)) {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  return writeText;
}

async function shown(flags: object, admin = false, missing: 'share'[] = [], refusal?: object) {
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
      return refusal ? Response.json(refusal, { status: 404 }) : Response.json({ url });
    },
  });
  const { result } = renderHook(() => ({ share: useShare(), copyLink: useCopyLink() }), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
        <ToastRegion label="Messages" dismissLabel="Dismiss" />
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
    await screen.findByText('Link copied');
  });

  it('opens the clipboard during the press, where it waits for the address', async () => {
    const written: Record<string, Promise<Blob>>[] = [];
    const write = jest.fn(async (items: { data: Record<string, Promise<Blob>> }[]) => {
      written.push(items[0]!.data);
    });
    Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });
    class Item {
      constructor(readonly data: Record<string, Promise<Blob>>) {}
    }
    Object.defineProperty(window, 'ClipboardItem', { value: Item, configurable: true });
    const { result } = await shown({});
    act(() => result.current.copyLink!({ id: 's1' }));
    expect(write).toHaveBeenCalledTimes(1);
    const blob = await written[0]!['text/plain']!;
    expect([blob.type, blob.size]).toEqual(['text/plain', url.length]);
    await screen.findByText('Link copied');
  });

  it('says when the browser refuses the clipboard', async () => {
    giveClipboard(jest.fn(() => Promise.reject(new DOMException('', 'NotAllowedError'))));
    const { result } = await shown({});
    act(() => result.current.copyLink!({ id: 's1' }));
    expect(await screen.findByText('The browser did not allow copying.')).toBeTruthy();
  });

  it('shows the message of a failed call', async () => {
    giveClipboard();
    const { result } = await shown({}, false, [], { code: 'NOT_FOUND', message: 'The shout is gone.' });
    act(() => result.current.copyLink!({ id: 's1' }));
    expect(await screen.findByText('The shout is gone.')).toBeTruthy();
  });

  it('is missing on a device without a clipboard', async () => {
    expect((await shown({})).result.current.copyLink).toBeNull();
  });
});
