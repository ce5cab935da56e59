import { afterEach, expect, it } from '@jest/globals';
import type { ExpectedMember } from '@paddock/contract/calls/event-check-in';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ExpectedList } from './expected-list';
import texts from './messages/en.json' with { type: 'json' };

afterEach(cleanup);

const members: ExpectedMember[] = ['Łódź', 'Zoe', 'Lynn', 'أحمد'].map((fullname) => {
  return { user: fullname, short_code: '', card: { id: fullname, username: 'x', fullname } as ExpectedMember['card'] };
});
const nothing = () => undefined;
const names = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent?.replace('Check in', ''));

it('finds and orders names without accents and forms of letters', async () => {
  const kit = await testKit({ module: 'mfe-events', messages: { ...en, ...texts } });
  render(
    <TestHost kit={kit} module="mfe-events">
      <ExpectedList
        {...{ expected: members, arrived: new Map(), unsent: new Set() }}
        {...{ nameOf: ({ user }) => user, time: String, onArrive: nothing, onUndo: nothing }}
      />
    </TestHost>,
  );
  expect(names().map((name) => members.find(({ user }) => name?.includes(user))?.user)).toEqual([
    ...['Łódź', 'Lynn', 'Zoe', 'أحمد'],
  ]);
  for (const [query, found] of [
    ['LODZ', 'Łódź'],
    ['احمد', 'أحمد'],
  ] as const) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: query } });
    expect(names()).toHaveLength(1);
    expect(names()[0]).toContain(found);
  }
});
