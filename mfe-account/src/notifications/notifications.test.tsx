import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen } from '../entry/test-screen';
import { Notifications } from './notifications';

afterEach(leaveScreen);

const notification = (id: string, kind: string, facts: Record<string, string>, read = false) => ({
  id,
  kind,
  facts,
  read,
  created: '2026-01-01T00:00:00Z',
  address: `/main/shout/${id}`,
});
const open = (notifications: object[]) =>
  openScreen(<Notifications />, {
    user: member(),
    replies: {
      'GET /notifications': { notifications, unread: 2 },
      'PUT /notifications/read': { unread: 0 },
    },
  });

describe('Notifications', () => {
  it('shows and links each notification, and skips unknown kinds', async () => {
    await open([
      notification('5', 'mention', { who: 'Ben', where: 'Pit wall' }),
      notification('4', 'mention', { who: 'Cleo', where: '' }),
      notification('3', 'like', { who: 'Ben', count: '1' }),
      notification('2', 'like', { who: 'Ben', count: '2' }),
      notification('1', 'like', { who: 'Ben', count: '7' }),
      notification('0', 'of_a_later_version', {}),
    ]);
    const list = await screen.findByRole('list', { name: 'Notifications' });
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(5));
    const rows = [...list.querySelectorAll('a')].map((row) => [row.textContent, row.getAttribute('href')]);
    for (const [index, text] of [
      '{Ben} mentioned you in {Pit wall}',
      '{Cleo} mentioned you',
      '{Ben} likes what you wrote',
      '{Ben} and one other like what you wrote',
      '{Ben} and 6 others like what you wrote',
    ].entries())
      // Names are isolated: an Arabic one must not reverse an English sentence.
      expect(rows[index]).toEqual([
        expect.stringContaining(text.replaceAll('{', '\u2068').replaceAll('}', '\u2069')),
        `#/main/shout/${5 - index}`,
      ]);
  });

  it('marks the newest as read, and keeps the marks of new ones while the page is open', async () => {
    const { requests } = await open([
      notification('2', 'like', { who: 'Ben', count: '1' }),
      notification('1', 'access_granted', {}, true),
    ]);
    await waitFor(() => expect(calls(requests)).toContain('PUT /notifications/read'));
    expect(requests.find(({ call }) => call.startsWith('PUT'))?.input).toMatchObject({ id: '2' });
    expect(screen.getAllByText('New')).toHaveLength(1);
  });

  it('makes no call when all are read', async () => {
    const { requests } = await open([notification('1', 'access_granted', {}, true)]);
    await screen.findByText('You have access now. Welcome!');
    expect(calls(requests)).not.toContain('PUT /notifications/read');
  });

  it("says 'Nothing new' when there is nothing", async () => {
    await open([]);
    expect(await screen.findByText('Nothing new')).toBeTruthy();
  });
});
