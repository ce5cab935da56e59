import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { leaveScreen, member, openScreen, press } from '../entry/test-screen';
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
    const links = () => screen.getAllByRole('link', { name: /New$/ });
    await waitFor(() => expect(links()).toHaveLength(5));
    const rows = links().map((row) => [row.textContent, row.getAttribute('href')]);
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

  it('groups notifications by day', async () => {
    const at = (id: string, daysAgo: number) => {
      const created = new Date();
      created.setDate(created.getDate() - daysAgo);
      return { ...notification(id, 'access_granted', {}, true), created: created.toISOString() };
    };
    await open([at('4', 0), at('3', 0), at('2', 1), at('1', 9)]);
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3));
    const [today, yesterday, before] = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
    expect([today, yesterday]).toEqual(['Today', 'Yesterday']);
    expect(before).toMatch(/day, \d+ \w+|\w+, \w+ \d+/);
  });

  it('marks one as read when it is opened, and all by the button', async () => {
    const { requests } = await open([
      notification('3', 'access_granted', {}, true),
      notification('2', 'like', { who: 'Ben', count: '1' }),
    ]);
    fireEvent.click(await screen.findByRole('link', { name: /Welcome/ }));
    expect(screen.getAllByText('New')).toHaveLength(1);
    fireEvent.click(screen.getByRole('link', { name: /likes what you wrote/ }));
    press('Mark all as read');
    const sent = () => requests.filter(({ call }) => call === 'PUT /notifications/read').map(({ input }) => input);
    await waitFor(() => expect(sent()).toMatchObject([{ id: '2', only: true }, { id: '3' }]));
  });

  it("says 'Nothing new' when there is nothing", async () => {
    await open([]);
    expect(await screen.findByText('Nothing new')).toBeTruthy();
  });
});
