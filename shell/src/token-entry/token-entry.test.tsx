import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import shellEnglish from '../messages/en.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import { TokenEntry } from './token-entry';

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });

const ann = { id: 'ann', fullname: 'Ann Lee' } as Self;
const ben = { id: 'ben', fullname: 'Ben Okri' } as Self;

afterEach(() => {
  cleanup();
  dismissToast();
  localStorage.clear();
  window.location.hash = '';
});

/** Opens landing with a token; `asked` lists the calls with the session that made them. */
async function open(given: { here?: Self; owner?: Self; becomes?: Self | null; token?: string }) {
  const { here, owner, becomes = ben, token = 'from-a-link' } = given;
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(String(address), 'http://test');
    const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? 'nobody';
    asked.push(`${pathname.replace('/api', '')} ${bearer}`);
    if (pathname.endsWith('/exchange_token') && becomes)
      return new Response(JSON.stringify({ token: 'fresh', user: becomes }));
    if (pathname.endsWith('/users/me') && owner) return new Response(JSON.stringify(owner));
    if (pathname.endsWith('/users/logout')) return new Response('{"ok":true}');
    return new Response(JSON.stringify({ code: 'INVALID_TOKEN', message: 'This sign-in is over.' }), { status: 401 });
  };
  globalThis.fetch = fetch;
  const kit = await testKit({
    module: 'shell',
    messages: { ...shellEnglish, ...en },
    fetch,
    ...(here && { user: here }),
  });
  kit.entry.set({ token });
  render(
    <TestHost kit={kit} module="shell">
      <TokenEntry kit={kit} token={token} />
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
    </TestHost>,
  );
  return { kit, asked };
}
const question = () => screen.findByRole('heading', { name: 'Switch accounts?' });
const at = (address: string) => waitFor(() => expect(window.location.hash).toBe(address));

describe(TokenEntry, () => {
  it('signs a visitor in and leads to main', async () => {
    const { kit, asked } = await open({});
    await at('#/main');
    expect(kit.session.get()).toMatchObject({ token: 'fresh', user: ben });
    expect(kit.entry.get()).toEqual({});
    expect(asked).toEqual(['/users/exchange_token nobody']);
  });

  it('redirects an invalid token to landing and shows the reason', async () => {
    const { kit } = await open({ becomes: null });
    await at('#/landing');
    expect(kit.session.get().token).toBeNull();
    expect(await screen.findByText('This sign-in is over.')).toBeTruthy();
  });

  it('asks first, with both names, when another member is signed in', async () => {
    const { kit, asked } = await open({ here: ann, owner: ben });
    await question();
    expect(screen.getByText(/Ann Lee is signed in here.*signs Ben Okri in/)).toBeTruthy();
    expect(asked).toEqual(['/users/me from-a-link']);
    expect(kit.session.get().user).toMatchObject(ann);

    fireEvent.click(screen.getByRole('button', { name: 'Continue as Ben Okri' }));
    await at('#/main');
    expect(kit.session.get().user).toMatchObject(ben);
    expect(asked.slice(1)).toEqual(['/users/exchange_token test-token', '/users/logout test-token']);
  });

  it('keeps the signed-in member on request, without consuming the token', async () => {
    const { kit, asked } = await open({ here: ann });
    await question();
    expect(screen.getByText(/may belong to someone else/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stay as Ann Lee' }));
    await at('#/main');
    expect(kit.session.get().user).toMatchObject(ann);
    expect(asked).toEqual(['/users/me from-a-link']);
  });

  it('asks nothing for the same member', async () => {
    const { kit } = await open({ here: ann, owner: ann, becomes: ann });
    await at('#/main');
    expect(kit.session.get().token).toBe('fresh');
  });

  it("does nothing for the current session's token", async () => {
    const { asked } = await open({ here: ann, token: 'test-token' });
    await at('#/main');
    expect(asked).toEqual([]);
  });

  it('keeps the signed-in member when the token is invalid', async () => {
    const { kit } = await open({ here: ann, becomes: null });
    await question();
    fireEvent.click(screen.getByRole('button', { name: 'Log in with the link' }));
    await at('#/landing');
    expect(kit.session.get().user).toMatchObject(ann);
  });
});
