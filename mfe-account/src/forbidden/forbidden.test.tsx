import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { leaveScreen, member, openScreen, press, title } from '../entry/test-screen';
import { Forbidden } from './forbidden';

const user = member({ banned: true });
afterEach(leaveScreen);

describe('Forbidden', () => {
  it('says so and logs out', async () => {
    const { kit } = await openScreen(<Forbidden />, {
      user,
      answers: { 'GET /users/me': user, 'GET /users/logout': {} },
    });
    await title('No access');
    press('Log out');
    expect(kit.session.get().token).toBeNull();
  });

  it('lets a member go on who may use the community again', async () => {
    const { kit } = await openScreen(<Forbidden />, { user, answers: { 'GET /users/me': member() } });
    await waitFor(() => expect(window.location.hash).toBe('#/'));
    expect(kit.session.get().user?.banned).toBe(false);
  });
});
