import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { ScreenHeader } from '@paddock/ui/pane';
import { act, cleanup, render, screen } from '@testing-library/react';
import { testKit, TestHost } from '../../test/test-host';
import { queryKey } from '../calls/queries';
import { TabHeader } from './invite-button';
import { unreadKey } from './notification-bell';

afterEach(() => {
  cleanup();
  location.hash = '';
});

const tabs = ['home', 'people'].map((id) => ({ id, module: 'mfe-x', title: id, icon: [] }));
const deployed = (links: object) => ({ tabs, modules: [{ manifest: { links, tabs: [], routes: [] } }] });

async function open(path: string, links: object = { 'account.notifications': '/main/notifications' }) {
  location.hash = path;
  const kit = await testKit({ module: 'mfe-x', messages: {}, boot: deployed(links) as unknown as Partial<Boot> });
  render(
    <TestHost kit={kit} module="mfe-x">
      <TabHeader>
        <ScreenHeader title="Page" />
      </TabHeader>
    </TestHost>,
  );
  return kit;
}
const bell = () => screen.queryByRole('link', { name: /Notifications/ });

describe('the bell in a header', () => {
  it('leads to the notifications from home, with the count that the frame keeps', async () => {
    const kit = await open('/main/home');
    expect(bell()?.getAttribute('href')).toBe('#/main/notifications');
    expect(unreadKey).toEqual(queryKey(readNotifications, { count: 1 }));
    act(() => void kit.queryClient.setQueryData(unreadKey, { notifications: [], unread: 4 }));
    expect(await screen.findByText('4 unread')).toBeTruthy();
  });

  it.each([
    ['on other tabs', '/main/people', undefined],
    ['where no module has notifications', '/main/home', {}],
  ])('is not shown %s', async (_, path, links) => {
    await open(path, links);
    expect(bell()).toBeNull();
  });
});
