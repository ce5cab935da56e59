import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { flags } from '@paddock/contract/core/flags';
import { cleanup, render, screen } from '@testing-library/react';
import { testKit, TestHost } from '../../test/test-host';
import { usePageHref } from './pages';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const tabs = ['home', 'rooms'].map((id) => ({ id, module: 'mfe-content' })) as Boot['tabs'];

async function roomsFor(fields: Self['fields']) {
  const user = { id: 'ann', username: 'ann', admin: false, acl: [], fields } as unknown as Self;
  const kit = await testKit({
    ...{ module: 'mfe-content', messages: {}, user, boot: { tabs } },
    flags: flags.parse({ rooms_tab: { limited_access: { company: 'Apex' } } }),
  });
  const Rooms = () => <p data-testid="rooms">{usePageHref()({ page: 'rooms' }) ?? 'hidden'}</p>;
  render(
    <TestHost kit={kit} module="mfe-content">
      <Rooms />
    </TestHost>,
  );
  return screen.getByTestId('rooms').textContent;
}

describe(usePageHref, () => {
  it('leads to rooms only those who may open them', async () => {
    expect(await roomsFor({ company: 'Apex' })).toBe('#/main/rooms');
    cleanup();
    expect(await roomsFor({ company: 'Other' })).toBe('hidden');
  });
});
