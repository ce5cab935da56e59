import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Poll } from '@paddock/contract/calls/polls';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import polls from './messages/en.json' with { type: 'json' };
import { Voters } from './voters';

beforeAll(() => {
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  // jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
  globalThis.CSS ??= { escape: String } as never;
});
afterEach(cleanup);

const memberOf = (id: string, fullname: string) => ({ id, username: id, fullname, online: false });
const ann = memberOf('u1', 'Ann Lee');
const bob = memberOf('u2', 'Bob Ray');
const pollOf = (voters_count: number): Poll => ({
  options: [
    { id: 'soft', text: 'Soft', voters_count: 0 },
    { id: 'hard', text: 'Hard', voters_count },
  ],
  voters_count,
  user_votes: [],
  multiple: false,
  private: false,
  closed: false,
});

describe(Voters, () => {
  it('lists the voters of each chosen option, and one who votes while it is open', async () => {
    let users = [ann];
    const kit = await testKit({
      module: 'mfe-shouts',
      messages: { ...en, ...polls },
      fetch: (url) => {
        const reply = { users, total_users: users.length, next: null };
        const isVoters = new URL(String(url), 'http://x').pathname.endsWith('/voters');
        return Promise.resolve(Response.json(isVoters ? reply : {}));
      },
    });
    const view = (poll: Poll) => (
      <TestHost kit={kit} module="mfe-shouts">
        <Voters id="s1" poll={poll} onClose={() => undefined} />
      </TestHost>
    );
    const { rerender } = render(view(pollOf(1)));
    const hard = await screen.findByRole('region', { name: 'Hard' });
    expect(await within(hard).findByText('Ann Lee')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Soft' })).toBeNull();

    users = [ann, bob];
    const updated = { shout: { id: 's1' }, workplace: '', conversation: '0' };
    await act(async () => serverEventsOf(kit)('updating_shout', updated as never));
    rerender(view(pollOf(2)));
    expect(await within(hard).findByText('Bob Ray')).toBeTruthy();
  });
});
