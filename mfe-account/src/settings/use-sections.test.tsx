import { afterEach, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { leaveScreen, member, openScreen } from '../entry/test-screen';
import { useSections } from './use-sections';

afterEach(leaveScreen);

function Titles({ section }: { section?: string }) {
  const { groups } = useSections(() => undefined, section);
  return groups.flat().map(({ id }) => <p key={id}>{id}</p>);
}

const open = async (identities: object[], section?: string) => {
  const security = { passkeys: [], totp: false, recovery_codes: 0, identities, password: true };
  await openScreen(<Titles {...(section && { section })} />, {
    user: member(),
    replies: { 'GET /users/me/security': security, 'GET /users/me/sessions': { sessions: [] } },
  });
  await act(async () => {});
};

it('offers Sign-in security for the account of a former provider where no factor is on', async () => {
  await open([{ id: 'i1', provider: 'id.former.example', linked: '2026-01-01T00:00:00Z' }]);
  expect(await screen.findByText('security')).toBeTruthy();
});

it('keeps Sign-in security while it is open: the last account may have been removed there', async () => {
  await open([], 'security');
  expect(await screen.findByText('security')).toBeTruthy();
});

it('offers no Sign-in security where no factor is on and no account is linked', async () => {
  await open([]);
  expect(await screen.findByText('devices')).toBeTruthy();
  expect(screen.queryByText('security')).toBeNull();
});
