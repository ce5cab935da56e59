import { afterEach, describe, expect, it } from '@jest/globals';
import { mailingTypes } from '@paddock/contract/calls/users';
import { screen } from '@testing-library/react';
import { calls, leaveScreen, member, openScreen, press, refusal, title } from '../entry/test-screen';
import { Unsubscribe } from './unsubscribe';

afterEach(leaveScreen);
const page = (type: string) => <Unsubscribe params={{ type, token: 'secret' }} />;

describe('Unsubscribe', () => {
  it.each(mailingTypes)('names the mail type that is off: %s', async (type) => {
    const { requests } = await openScreen(page(type), { replies: { 'PUT /users/unsubscribe': {} } });
    await title('Unsubscribed');
    expect(screen.getByText(/^You no longer get (mails|reminders) (about|of) /)).toBeTruthy();
    expect(requests).toMatchObject([{ input: { notification_type: type, mailing_token: 'secret' } }]);
  });

  it('keeps the member signed in', async () => {
    const { kit } = await openScreen(page('mailing_dm'), { replies: { 'PUT /users/unsubscribe': {} }, user: member() });
    await title('Unsubscribed');
    expect(kit.session.get().token).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Continue' })).toBeTruthy();
  });

  it('shows that a link is invalid', async () => {
    await openScreen(page('mailing_dm'), { replies: { 'PUT /users/unsubscribe': refusal(404, 'LINK_INVALID') } });
    await title('This link does not work');
    expect(screen.getByText('LINK_INVALID said')).toBeTruthy();
  });

  it('shows the waiting time, then retries', async () => {
    let waited = false;
    await openScreen(page('mailing_dm'), {
      replies: {
        'PUT /users/unsubscribe': () => (waited ? {} : refusal(429, 'TOO_MANY_REQUESTS', { retry_after: 30 })),
      },
    });
    await title('Please wait');
    expect(screen.getByText('That was too often. Please try again in 30 seconds.')).toBeTruthy();
    waited = true;
    press('Retry');
    await title('Unsubscribed');
  });

  it('makes no call for an unknown type', async () => {
    const { requests } = await openScreen(page('pn_like'));
    await title('This link does not work');
    expect(calls(requests)).toEqual([]);
  });
});
