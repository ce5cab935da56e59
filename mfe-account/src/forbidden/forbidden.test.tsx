import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { leaveScreen, member, openScreen, press, title } from '../entry/test-screen';
import { Forbidden } from './forbidden';

const user = member({ banned: true });
afterEach(leaveScreen);

describe('Forbidden', () => {
  it('shows the ban and logs out', async () => {
    const { kit } = await openScreen(<Forbidden />, {
      user,
      replies: { 'GET /users/me': user, 'GET /users/logout': {} },
    });
    await title('No access');
    press('Log out');
    expect(kit.session.get().token).toBeNull();
  });

  it('continues when the ban is lifted', async () => {
    const { kit } = await openScreen(<Forbidden />, { user, replies: { 'GET /users/me': member() } });
    await waitFor(() => expect(window.location.hash).toBe('#/'));
    expect(kit.session.get().user?.banned).toBe(false);
  });
});
