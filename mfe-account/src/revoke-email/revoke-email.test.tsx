import { afterEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { calls, leaveScreen, openScreen, press, refusal, title } from '../entry/test-screen';
import { RevokeEmail } from './revoke-email';

afterEach(leaveScreen);
const page = <RevokeEmail params={{ token: 'abc' }} />;

describe('RevokeEmail', () => {
  it('changes nothing when it opens, and keeps the address at a press', async () => {
    const { requests } = await openScreen(page, {
      replies: { 'PUT /users/revoke_email': { email: 'ann@example.org' } },
    });
    await title('Keep this address?');
    expect(calls(requests)).toEqual([]);
    press('Keep this address');
    await title('Your address stays');
    expect(screen.getByText('ann@example.org')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set password' }).getAttribute('href')).toBe('#/send_password');
    expect(requests.map(({ input }) => input)).toMatchObject([{ email_token: 'abc' }]);
  });

  it('says that the link has expired', async () => {
    await openScreen(page, { replies: { 'PUT /users/revoke_email': refusal(410, 'LINK_EXPIRED') } });
    press('Keep this address');
    await title('This link does not work');
  });
});
