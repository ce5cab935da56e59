import { afterEach, describe, expect, it } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { FeaturedEvent } from './featured-event';

afterEach(cleanup);

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const elsewhere = timeZone === 'Asia/Tokyo' ? 'America/New_York' : 'Asia/Tokyo';

async function open(fields: Partial<PaddockEvent>) {
  const event = { id: 'e', title: 'Test days', where: 'Suzuka', time_zone: elsewhere, image_urls: [], ...fields };
  const kit = await testKit({ module: 'mfe-content', messages: en });
  render(
    <TestHost kit={kit} module="mfe-content">
      <FeaturedEvent event={event as PaddockEvent} href="#/main/events/e" onOver={() => undefined} />
    </TestHost>,
  );
}

describe(FeaturedEvent, () => {
  it('shows the member’s own time of an event in another zone', async () => {
    await open({ all_day: false, when: '2031-06-19T15:00:00Z', end: '2031-06-19T16:00:00Z' });
    expect(screen.getByText(/your time/)).toBeTruthy();
  });

  it('shows whole days without a time', async () => {
    await open({ all_day: true, when: '2031-06-19T15:00:00Z', end: '2031-06-20T15:00:00Z' });
    expect(screen.getByText('Suzuka')).toBeTruthy();
    expect(screen.queryByText(/your time/)).toBeNull();
  });
});
