import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { leaveScreen, member, openScreen, refusal } from '../entry/test-screen';
import { Settings } from './settings';

afterEach(leaveScreen);

const put = 'PUT /users/ann';
const user = member();

async function openLanguages(replies: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen(<Settings params={{ section: 'language' }} />, {
    user,
    boot: { languages: ['en', 'ar'] },
    ...replies,
  });
  await screen.findByRole('radio', { name: 'العربية' });
  return opened;
}

describe('the choice of a language', () => {
  it('offers the deployment’s languages by their own names, and stores the chosen one with the member', async () => {
    const { requests, kit } = await openLanguages({ replies: { [put]: member({ language: 'ar' }) } });
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, false]);
    fireEvent.click(screen.getByRole('radio', { name: 'العربية' }));
    await waitFor(() => expect(kit.session.get().user?.language).toBe('ar'));
    expect(requests.filter(({ call }) => call === put)).toEqual([
      { call: put, input: expect.objectContaining({ language: 'ar' }) },
    ]);
  });

  it('reverts the choice after a failure, and shows it', async () => {
    const { kit } = await openLanguages({ replies: { [put]: refusal(500, 'INTERNAL_ERROR') } });
    fireEvent.click(screen.getByRole('radio', { name: 'العربية' }));
    expect(await screen.findByText(/The change failed/)).toBeTruthy();
    expect(kit.session.get().user?.language).toBeUndefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true);
  });

  it('is hidden when the deployment has one language', async () => {
    await openScreen(<Settings params={{ section: '' }} />, { user, boot: { languages: ['en'] } });
    expect(screen.getByRole('button', { name: /^Devices/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Language/ })).toBeNull();
  });
});
