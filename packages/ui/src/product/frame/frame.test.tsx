import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { House, Menu } from 'lucide-react';
import { AppFrame } from './frame';
import type { AppFrameProps, FrameTab } from './frame';

const tabs: FrameTab[] = [
  { id: 'home', href: '#/main/home', label: 'Home', icon: House, current: true },
  { id: 'chats', href: '#/main/chats', label: 'Chats', icon: House, badge: { count: 80, spoken: '80 unread' } },
  { id: 'rooms', href: '#/main/rooms', label: 'Rooms', icon: House, fault: 'did not load', badge: { count: 2 } },
];

function show(props: Partial<AppFrameProps> = {}) {
  render(
    <AppFrame
      tabs={tabs}
      menu={{ id: 'menu', href: '#/main/menu', label: 'Menu', icon: Menu }}
      brand={{ name: 'Meridian GT', mark: null }}
      skipLabel="Skip to content"
      navLabel="Tabs"
      {...props}
    >
      <h1>Home</h1>
    </AppFrame>,
  );
}
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Tabs' })).getByRole('link', { name });

describe('AppFrame', () => {
  it('marks the current tab', () => {
    show();
    expect(tab(/Home/).getAttribute('aria-current')).toBe('page');
    expect(tab(/Chats/).hasAttribute('aria-current')).toBe(false);
  });

  it('marks the menu without naming it current when it holds the current page', () => {
    show({ menu: { id: 'menu', href: '#/main/menu', label: 'Menu', icon: Menu, holdsCurrent: true } });
    expect(tab(/Menu/).dataset.holdsCurrent).toBe('true');
    expect(tab(/Menu/).hasAttribute('aria-current')).toBe(false);
  });

  it('shows :D from 80 up, and announces the real count', () => {
    show();
    expect(tab(/80 unread/).textContent).toContain(':D');
  });

  it('announces a broken module in place of its badge', () => {
    show();
    expect(tab(/Rooms/).textContent).toBe('Rooms!did not load');
  });

  it('calls onDoubleTap once for two presses within 500 ms', async () => {
    const twice = jest.fn();
    show({ onDoubleTap: twice });
    const pressAt = (name: RegExp, at: number) => {
      const press = new MouseEvent('click', { bubbles: true, cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: at });
      fireEvent(tab(name), press);
    };
    pressAt(/Chats/, 1000);
    pressAt(/Chats/, 1499);
    pressAt(/Home/, 1600);
    pressAt(/Home/, 2100);
    await waitFor(() => expect(location.hash).toBe('#/main/home'));
    expect(twice.mock.calls).toEqual([['chats']]);
  });

  it('focuses the content from the skip link without changing the address', async () => {
    show();
    const before = location.href;
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(location.href).toBe(before);
  });

  it('opens the notifications and the menu by buttons that say whether they are open', async () => {
    const [bell, me] = [jest.fn(), jest.fn()];
    show({
      bell: {
        ref: null,
        isExpanded: false,
        onPress: bell,
        label: 'Notifications',
        badge: { count: 4, spoken: '4 unread' },
      },
      me: { ref: null, isExpanded: true, onPress: me, name: 'Petra', sub: 'Menu', avatar: null },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Notifications 4 unread', expanded: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Petra Menu', expanded: true }));
    expect([bell.mock.calls.length, me.mock.calls.length]).toEqual([1, 1]);
  });

  it('calls onLongPress for the context menu of a tab with a sheet only, by keys and by mouse', () => {
    const long = jest.fn<(id: string) => void>();
    show({ onLongPress: long, tabs: tabs.map((tab, index) => ({ ...tab, hasSheet: index === 1 })) });
    for (const { label } of tabs)
      for (const button of [0, 2])
        fireEvent.contextMenu(screen.getByRole('link', { name: new RegExp(label) }), { button });
    expect(long.mock.calls).toEqual([[tabs[1]!.id], [tabs[1]!.id]]);
  });
});
