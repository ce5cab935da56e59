import type { Boot } from '@paddock/contract/calls/boot';
import type { Due } from '@paddock/contract/calls/dues';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ToastRegion } from '@paddock/ui/toast';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import ownTexts from '../src/dues/messages/en.json' with { type: 'json' };
import { cannedReplies, type Replies } from './canned-replies';
import moduleTexts from '../src/messages/en.json' with { type: 'json' };

/** jsdom lacks both; components that open a list or scroll to a due call them. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };
HTMLElement.prototype.scrollIntoView ??= () => undefined;

const ann = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
export const admin = { ...ann, admin: true };

const own = (fields: Partial<NonNullable<Due['own']>> = {}) => ({
  ...{ state: 'open' as const, paid_amount: 0, refunded_amount: 0, receipt: false },
  ...fields,
});

export const due = (fields: Partial<Due> = {}): Due => ({
  ...{ id: 'd1', title: 'Entry fee, round 6', desc: 'Car 27', amount: 36_000, currency: 'EUR' },
  ...{ pay_label: '360.00 EUR', workplace: '', created: '2026-01-01T00:00:00.000Z', version: 1 },
  ...{ own: own(), can_edit: false, can_delete: false },
  ...fields,
});

export const paidDue = (fields: Partial<NonNullable<Due['own']>> = {}, more: Partial<Due> = {}) =>
  due({
    ...{ id: 'd2', title: 'Licence', amount: 24_000, pay_label: '240.00 EUR' },
    own: own({
      ...{ state: 'paid', paid: '2026-01-12T10:00:00.000Z', method: 'card', paid_amount: 24_000, receipt: true },
      ...fields,
    }),
    ...more,
  });

export const list = (dues: readonly Due[], more: object = {}) => ({
  dues,
  open: [{ amount: 48_500, currency: 'EUR', pay_label: '485.00 EUR', count: 2 }],
  card_public_key: 'pk_test_paddock',
  users: [],
  groups: [],
  ...more,
});

/** Opens a screen over these replies by method and path; returns the requests that changed something and what sends an event. */
export async function open(element: ReactNode, replies: Replies = {}, user: Self = ann) {
  const { fetch, sent } = cannedReplies(replies);
  const kit = await testKit({
    ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch, user },
    flags: { time_format: '24h', date_format: 'dd.mm' } as never,
    boot: { tabs: [{ id: 'dues', module: 'mfe-content', labels: {} }], modules: [] } as unknown as Partial<Boot>,
  });
  const receive = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
    </TestHost>,
  );
  return { kit, sent, receive, fetch };
}
