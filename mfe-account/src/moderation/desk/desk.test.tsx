import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { leaveScreen, member, openScreen } from '../../entry/test-screen';
import texts from '../messages/en.json' with { type: 'json' };
import { Desk } from './desk';

afterEach(leaveScreen);

const zoe = {
  ...{ id: 'zoe', username: 'zoe', fullname: 'Zoe Zed', email: 'zoe@example.org', workplaces: [] },
  ...{ access: 'waiting', created: '2026-01-01T00:00:00Z' },
};
const open = (users: object[], isRequired: boolean) =>
  openScreen(<Desk />, {
    user: member({ acl: [{ title: 'workplace_admin', resources: [''] }] }),
    texts,
    flags: { admin_approval_required: isRequired },
    replies: {
      'GET /users/pending': { users, total: users.length },
      'GET /audit': { entries: [], intact: true, next: null },
      'GET /reports': { reports: [], open: 0, next: null },
      'GET /feedbacks': { feedbacks: [], unread: 0, next: null },
      'GET /users/admins': { users: [] },
    },
  });
const card = () => screen.queryByRole('heading', { level: 2, name: 'Waiting for access' });

describe('Desk', () => {
  it('shows applicants who wait for approval, also after the deployment stopped requiring it', async () => {
    await open([zoe], false);
    expect(await screen.findByText('Zoe Zed')).toBeTruthy();
    expect(card()).toBeTruthy();
  });

  it.each([
    [true, true],
    [false, false],
  ])('without an applicant has the card where approval is required: %s', async (isRequired, isShown) => {
    await open([], isRequired);
    await screen.findByText(texts.queue.nothing_open);
    expect(card() !== null).toBe(isShown);
  });
});
