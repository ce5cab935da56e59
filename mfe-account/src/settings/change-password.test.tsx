import { afterEach, expect, it } from '@jest/globals';
import { readSessions } from '@paddock/contract/calls/sessions';
import { waitFor } from '@testing-library/react';
import { leaveScreen, member, openScreen, press, type } from '../entry/test-screen';
import { ChangePassword } from './change-password';

afterEach(leaveScreen);

it('counts the devices again, which the new password signs out', async () => {
  let done = 0;
  const { kit } = await openScreen(<ChangePassword onDone={() => done++} />, {
    user: member(),
    replies: { 'PUT /users/ann': { ok: true } },
  });
  const devices = [readSessions.name, {}];
  kit.queryClient.setQueryData(devices, { sessions: [] });
  type('Current password', 'old-secret-1');
  type('New password(?! again)', 'new-secret-1');
  type('New password again', 'new-secret-1');
  press('Change password');
  await waitFor(() => expect(done).toBe(1));
  expect(kit.queryClient.getQueryState(devices)?.isInvalidated).toBe(true);
});
