import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title';

/** jsdom has no layout: hidden elements are marked. */
HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
  return !this.hidden;
};

function Page({ address = '/login', unread, children }: { address?: string; unread?: string; children: ReactNode }) {
  const told = usePageTitle('Meridian GT', address, unread);
  return (
    <>
      <main>{children}</main>
      <h1>not of the page</h1>
      <p data-testid="told">{told}</p>
    </>
  );
}
const told = () => screen.getByTestId('told').textContent;
const settle = () => act(() => jest.advanceTimersByTimeAsync(200));

beforeEach(() => {
  document.title = '';
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe(usePageTitle, () => {
  it('sets the title to the heading once it renders', async () => {
    const { rerender } = render(<Page>Loading</Page>);
    await settle();
    expect(document.title).toBe('Meridian GT');
    rerender(
      <Page>
        <h1>Settings</h1>
      </Page>,
    );
    await settle();
    expect(document.title).toBe('Settings · Meridian GT');
  });

  it('sets the title to the detail beside a list, and to the list when the detail is hidden', async () => {
    const split = (hidden: boolean) => (
      <Page key={String(hidden)}>
        <h1>Chats</h1>
        <h1 hidden={hidden}>Pit wall</h1>
      </Page>
    );
    const { rerender } = render(split(false));
    await settle();
    expect(document.title).toBe('Pit wall · Meridian GT');
    rerender(split(true));
    await settle();
    expect(document.title).toBe('Chats · Meridian GT');
  });

  it('begins with the number of unread shouts, which changes without an announcement', async () => {
    const page = (unread: string | undefined) => (
      <Page {...(unread !== undefined && { unread })}>
        <h1>Chats</h1>
      </Page>
    );
    const { rerender } = render(page('3'));
    await settle();
    expect(document.title).toBe('(3) Chats · Meridian GT');
    rerender(page('4'));
    expect(document.title).toBe('(4) Chats · Meridian GT');
    rerender(page(undefined));
    await settle();
    expect([document.title, told()]).toEqual(['Chats · Meridian GT', '']);
  });

  it('sets the title of the landing page to the community alone', async () => {
    render(
      <Page address="/">
        <h1>Everyone on one channel.</h1>
      </Page>,
    );
    await settle();
    expect(document.title).toBe('Meridian GT');
  });

  it('announces the page after a navigation, not the first page, nor a heading that changes on it', async () => {
    const page = (address: string, heading: string | null) => (
      <Page address={address}>{heading !== null && <h1>{heading}</h1>}</Page>
    );
    const { rerender } = render(page('/login', 'Log in'));
    await settle();
    expect(told()).toBe('');
    rerender(page('/send_password', null));
    await settle();
    rerender(page('/send_password', 'Forgot password?'));
    await settle();
    expect(told()).toBe('Forgot password?');
    rerender(page('/send_password', 'Check your mail'));
    await settle();
    expect(told()).toBe('Forgot password?');
    expect(document.title).toBe('Check your mail · Meridian GT');
    rerender(page('/login', 'Log in'));
    await settle();
    expect(told()).toBe('Log in');
  });
});
