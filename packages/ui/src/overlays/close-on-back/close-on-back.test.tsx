import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { CloseOnBack } from './close-on-back';

const hash = () => window.location.hash;
const isOpen = (name: string) => screen.queryByText(name) !== null;

let close: Record<string, () => void>;
let show: (...names: string[]) => void;
function Page({ stays = [] }: { stays?: string[] }) {
  const [names, setNames] = useState<string[]>([]);
  show = (...next) => act(() => setNames(next));
  close = Object.fromEntries(names.map((name) => [name, () => setNames(names.filter((one) => one !== name))]));
  return names.map((name) => (
    <p key={name}>
      {name}
      <CloseOnBack onClose={() => close[name]!()} isDismissable={!stays.includes(name)} />
    </p>
  ));
}

const traversed = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
async function goBack() {
  const arrived = traversed();
  history.back();
  await arrived;
}

beforeEach(() => {
  history.pushState(null, '', '#/first');
  history.pushState(null, '', '#/page');
});
afterEach(cleanup);

describe(CloseOnBack, () => {
  it('closes the overlay, and leaves the page with the next Back', async () => {
    render(<Page />);
    show('menu');
    await screen.findByText('menu');
    await goBack();
    await waitFor(() => expect(isOpen('menu')).toBe(false));
    expect(hash()).toBe('#/page');
    await goBack();
    expect(hash()).toBe('#/first');
  });

  it('passes the entry of an overlay that was closed otherwise', async () => {
    render(<Page />);
    show('menu');
    await screen.findByText('menu');
    show();
    await waitFor(() => expect(isOpen('menu')).toBe(false));
    history.back();
    await waitFor(() => expect(hash()).toBe('#/first'));
  });

  it('adds one entry for a page, whatever opens there', async () => {
    render(<Page />);
    const before = history.length;
    for (const name of ['menu', 'question', 'menu']) {
      show(name);
      await screen.findByText(name);
      show();
      await waitFor(() => expect(isOpen(name)).toBe(false));
    }
    expect(history.length - before).toBe(1);
  });

  it('stays open when the page was on its way back before it opened, and closes with the next Back', async () => {
    render(<Page />);
    history.pushState(null, '', '#/list');
    history.replaceState({ isLeaving: true }, '');
    const arrived = traversed();
    history.back();
    show('menu');
    await arrived;
    expect(hash()).toBe('#/page');
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(isOpen('menu')).toBe(true);
    await goBack();
    await waitFor(() => expect(isOpen('menu')).toBe(false));
    expect(hash()).toBe('#/page');
  });

  it('stays open when the entry of another overlay was left before it opened', async () => {
    render(<Page />);
    show('menu');
    await screen.findByText('menu');
    history.replaceState({ ...(history.state as object), isLeaving: true }, '');
    const arrived = traversed();
    history.back();
    show('menu', 'question');
    await arrived;
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(isOpen('question')).toBe(true);
    await goBack();
    await waitFor(() => expect(isOpen('question')).toBe(false));
    expect(isOpen('menu')).toBe(true);
  });

  it('closes one of two overlays at a time, the top one first', async () => {
    render(<Page />);
    show('sheet', 'question');
    await screen.findByText('question');
    await goBack();
    await waitFor(() => expect(isOpen('question')).toBe(false));
    expect(isOpen('sheet')).toBe(true);
    await goBack();
    await waitFor(() => expect(isOpen('sheet')).toBe(false));
    expect(hash()).toBe('#/page');
  });

  it('keeps an overlay that cannot be closed, and its page', async () => {
    render(<Page stays={['saving']} />);
    show('saving');
    await screen.findByText('saving');
    await goBack();
    await goBack();
    expect(isOpen('saving')).toBe(true);
    expect(hash()).toBe('#/page');
  });

  it('leads back from a page that an action of the overlay opened', async () => {
    render(<Page />);
    show('menu');
    await screen.findByText('menu');
    show();
    await waitFor(() => expect(isOpen('menu')).toBe(false));
    history.pushState(null, '', '#/next');
    window.dispatchEvent(new Event('hashchange'));
    await goBack();
    expect(hash()).toBe('#/page');
    history.back();
    await waitFor(() => expect(hash()).toBe('#/first'));
  });
});
