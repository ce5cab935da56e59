import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, title } from '../entry/test-screen';
import { Activation } from './activation';

afterEach(leaveScreen);
const page = <Activation params={{ token: 'secret' }} />;
const good = { 'PUT /users/activate': {} };

describe('Activation', () => {
  it('thanks a visitor and offers log-in', async () => {
    const { requests } = await openScreen(page, { replies: good });
    await title('Email verified');
    expect(screen.getByText('Thank you')).toBeTruthy();
    expect(requests).toMatchObject([{ call: 'PUT /users/activate', input: { email_token: 'secret' } }]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login');
  });

  it.each([refusal(404, 'LINK_INVALID'), refusal(403, 'LINK_EXPIRED'), refusal(500, 'INTERNAL_ERROR')])(
    "says 'Server Error.' for %j",
    async (...answer) => {
      await openScreen(page, { replies: { 'PUT /users/activate': answer } });
      await title('Activation failure');
      expect(screen.getByText('Server Error.')).toBeTruthy();
    },
  );

  it("opens the owner's profile, from which the gate redirects", async () => {
    const { kit } = await openScreen(page, {
      replies: { ...good, 'GET /users/me': member({ pending: true }) },
      user: member({ email_verified: false, pending: true }),
    });
    await title('Email verified');
    await waitFor(() => press('Continue'));
    expect(kit.session.get().user?.email_verified).toBe(true);
    expect(window.location.hash).toBe('#/main/profile');
  });

  it('changes nothing for another signed-in member', async () => {
    const other = member({ id: 'bob', email_verified: false });
    const { kit } = await openScreen(page, { replies: { ...good, 'GET /users/me': other }, user: other });
    await title('Email verified');
    await waitFor(() => press('Continue'));
    expect(kit.session.get().user).toEqual(other);
    expect(window.location.hash).toBe('#/main/profile');
  });

  it('offers Retry when there is no reply', async () => {
    let there = false;
    const { requests } = await openScreen(page, { replies: { 'PUT /users/activate': () => (there ? {} : null) } });
    await title('No reply');
    there = true;
    press('Retry');
    await title('Email verified');
    expect(calls(requests)).toHaveLength(2);
  });
});
