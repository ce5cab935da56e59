import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title';

/** jsdom lays nothing out: what is hidden says so itself. */
HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
  return !this.hidden;
};

function Page({ plain = false, children }: { plain?: boolean; children: ReactNode }) {
  usePageTitle('Meridian GT', plain);
  return (
    <>
      <main>{children}</main>
      <h1>not of the page</h1>
    </>
  );
}
/** Mutations are told of in a microtask. */
const settle = () => act(async () => void (await jest.advanceTimersByTimeAsync(200)));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe(usePageTitle, () => {
  it('should name the page by its heading, once that is there', async () => {
    const { rerender } = render(<Page>Loading</Page>);
    expect(document.title).toBe('Meridian GT');
    rerender(
      <Page>
        <h1>Settings</h1>
      </Page>,
    );
    await settle();
    expect(document.title).toBe('Settings · Meridian GT');
  });

  it('should follow a heading whose words change', async () => {
    const { rerender } = render(
      <Page>
        <h1>One moment</h1>
      </Page>,
    );
    rerender(
      <Page>
        <h1>Email verified</h1>
      </Page>,
    );
    await settle();
    expect(document.title).toBe('Email verified · Meridian GT');
  });

  it('should name the detail beside a list, and the list where the detail is hidden', async () => {
    const split = (hidden: boolean) => (
      <Page>
        <h1>Chats</h1>
        <h1 hidden={hidden}>Pit wall</h1>
      </Page>
    );
    const { unmount } = render(split(false));
    expect(document.title).toBe('Pit wall · Meridian GT');
    unmount();
    render(split(true));
    expect(document.title).toBe('Chats · Meridian GT');
  });

  it('should name the landing page by the community alone', () => {
    render(
      <Page plain>
        <h1>Everyone on one channel.</h1>
      </Page>,
    );
    expect(document.title).toBe('Meridian GT');
  });
});
