import { afterEach, expect, it } from '@jest/globals';
import type { EventSource } from '@paddock/contract/calls/event-sources';
import { minuteMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import texts from './messages/en.json' with { type: 'json' };
import { SourceRow } from './source-row';

afterEach(() => cleanup());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
const source: EventSource = {
  ...{ id: 's1', title: 'Club', url: 'https://club.example/a.ics', color: '#2a6fdb', events_count: 12 },
  ...{ state: 'current', checked: inMinutes(-1), read: inMinutes(-1), next: inMinutes(14), skipped: 0, notes: [] },
};

async function show(fields: Partial<EventSource>) {
  const kit = await testKit({ module: 'mfe-events', messages: texts });
  const noop = () => undefined;
  render(
    <TestHost kit={kit} module="mfe-events">
      <SourceRow source={{ ...source, ...fields }} isReading={false} onRead={noop} onRemove={noop} />
    </TestHost>,
  );
}

it('shows when the calendar is read next, and nothing more of a good one', async () => {
  await show({});
  expect(screen.getByText(/^next read in 1[34] minutes$/)).toBeTruthy();
  expect(screen.queryByRole('group')).toBeNull();
});

it('names each skipped event with its reason once, also of a calendar that fails', async () => {
  const skipped = { title: 'Gala', problem: 'rule' as const, skipped: true };
  const notes = [skipped, skipped, { title: '', problem: 'line' as const, skipped: false }];
  await show({ state: 'failing', problem: 'no_readable_event', skipped: 2, notes });
  expect(screen.getByText('2 events could not be read')).toBeTruthy();
  expect(screen.getAllByText('Gala')).toHaveLength(1);
  expect(screen.getByText(/^How it repeats cannot be read\. The event is left out/)).toBeTruthy();
  expect(screen.getByText('Without a title')).toBeTruthy();
  expect(screen.getByText('A line of it has no name and is ignored.')).toBeTruthy();
});

it('counts notes where no event was skipped', async () => {
  await show({ notes: [{ title: 'Mars', problem: 'zone', skipped: false }] });
  expect(screen.getByText('1 note from the last read')).toBeTruthy();
  expect(screen.getByText(/^This time zone is not known\./)).toBeTruthy();
});
