import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, type } from '../entry/test-screen';
import { ChangeEmail } from './change-email';

const user = member({ email: 'ann@example.org' });
const begun = { 'PUT /users/email_pin': { email: 'new@example.org', retry_after: 60 } };
const changed = { 'PUT /users/verify_pin': member({ email: 'new@example.org' }) };
afterEach(leaveScreen);

async function begin(replies: NonNullable<Parameters<typeof openScreen>[1]>['replies'] & object) {
  const onDone = jest.fn();
  const opened = await openScreen(<ChangeEmail onDone={onDone} />, { user, replies });
  type('New e-mail address', 'new@example.org');
  type('Current password', 'slick tyres');
  press('Send PIN');
  return { ...opened, onDone };
}

describe('ChangeEmail', () => {
  it('sends address and password, then the PIN with the address, and shows the new one', async () => {
    const { kit, requests, onDone } = await begin({ ...begun, ...changed });
    expect(await screen.findByText('new@example.org')).toBeTruthy();
    // The former address stays until the PIN is entered.
    expect(kit.session.get().user?.email).toBe('ann@example.org');
    type('PIN', '123456');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(requests.map(({ input: sent }) => sent)).toMatchObject([
      { email: 'new@example.org', password: 'slick tyres' },
      { pin: '123456', email: 'new@example.org' },
    ]);
    expect(kit.session.get().user?.email).toBe('new@example.org');
  });

  it('keeps the form after a wrong password, and says so at its field', async () => {
    const refused = refusal(403, 'WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
    await begin({ 'PUT /users/email_pin': refused });
    expect((await screen.findAllByText('This is not your current password.')).length).toBeGreaterThan(0);
    expect(input('New e-mail address').value).toBe('new@example.org');
  });

  it('keeps the former address after a wrong PIN, and takes another address', async () => {
    const { kit, requests, onDone } = await begin({
      ...begun,
      'PUT /users/verify_pin': refusal(400, 'INVALID_PIN'),
    });
    await screen.findByText('new@example.org');
    type('PIN', '123456');
    expect(
      (await screen.findAllByText('This PIN is wrong. Check the latest e-mail and try again.')).length,
    ).toBeGreaterThan(0);
    expect(kit.session.get().user?.email).toBe('ann@example.org');
    expect(onDone).not.toHaveBeenCalled();
    press('Another address');
    await waitFor(() => expect(document.activeElement).toBe(input('New e-mail address')));
    expect(calls(requests)).toEqual(['PUT /users/email_pin', 'PUT /users/verify_pin']);
  });
});
