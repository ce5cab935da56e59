import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { makeProfile, reply } from '../make-person';
import { Activities } from './activities';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };

afterEach(cleanup);

const boot = {
  modules: [{ manifest: { links: { 'shouts.shout': '/main/shout/:id' }, tabs: [], routes: [] } }],
} as unknown as Partial<Boot>;
const created = '2026-01-01T00:00:00.000Z';

async function open(...replies: (() => Response)[]) {
  const fetch = async () => (replies.length > 1 ? replies.shift()! : replies[0]!)();
  const kit = await testKit({ module: 'mfe-people', messages: { ...moduleTexts, ...en }, fetch, boot });
  render(
    <TestHost kit={kit} module="mfe-people">
      <Activities member={makeProfile()} />
    </TestHost>,
  );
}

describe('Activities', () => {
  it('lists shouts with the way to them, and the sign-up', async () => {
    const activities = [
      { kind: 'shout', id: 's1', text: 'Box this lap', created },
      { kind: 'shout', id: 's2', created },
      { kind: 'joined', id: 'u1', created },
    ];
    await open(() => reply({ activities }));
    expect((await screen.findByRole('link', { name: /Box this lap/ })).getAttribute('href')).toBe('#/main/shout/s1');
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[1]).toContain('Posted a picture or file');
    expect(rows[2]).toContain('Joined the community');
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });

  it('shows nothing without an activity that the caller may see', async () => {
    await open(() => reply({ activities: [] }));
    await waitFor(() => expect(screen.queryByText('Latest activity')).toBeNull());
  });

  it('loads again after a failure', async () => {
    await open(
      () => reply({ code: 'INTERNAL_ERROR', message: 'Sorry' }, 500),
      () => reply({ activities: [{ kind: 'joined', id: 'u1', created }] }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }, { timeout: 4000 }));
    expect(await screen.findByText('Joined the community')).toBeTruthy();
  });
});
