import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, title } from '../entry/test-screen';
import { FeedbackInbox } from './feedback';

afterEach(leaveScreen);

const bob = { id: 'bob', username: 'bob', fullname: 'Bob Box', online: false };
const entry = (id: string, msg: string, user?: object) => ({
  id,
  msg,
  user,
  created: '2026-01-01T10:00:00.000Z',
  read: id === '1',
});

describe('FeedbackInbox', () => {
  it('shows what members wrote, also those who left, and removes an entry after a question', async () => {
    let feedbacks = [entry('2', 'More shade, please', bob), entry('1', 'Good app')];
    const { requests } = await openScreen(<FeedbackInbox />, {
      user: member({ admin: true }),
      replies: {
        'GET /feedbacks': async () => ({ feedbacks, unread: 1, next: null }),
        'PUT /feedbacks/read': { unread: 0 },
        'DELETE /feedbacks/2': async () => {
          feedbacks = feedbacks.slice(1);
          return { ok: true };
        },
      },
    });
    await title('Feedback');
    expect(await screen.findByText('More shade, please')).toBeTruthy();
    expect(screen.getByText('Former member')).toBeTruthy();
    expect(screen.getAllByText('New')).toHaveLength(1);
    await waitFor(() => expect(calls(requests)).toContain('PUT /feedbacks/read'));
    press('Remove the feedback of Bob Box');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('More shade, please')).toBeNull());
    expect(calls(requests)).toContain('DELETE /feedbacks/2');
    expect(screen.getByText('Good app')).toBeTruthy();
  });

  it('says that there is none', async () => {
    await openScreen(<FeedbackInbox />, {
      user: member({ admin: true }),
      replies: { 'GET /feedbacks': { feedbacks: [], unread: 0, next: null } },
    });
    expect(await screen.findByText('No feedback yet')).toBeTruthy();
  });
});
