import { expect } from '@jest/globals';
import {
  checkPayment,
  createDue,
  createPaymentIntent,
  type Due,
  type DueMember,
  markDuePaid,
  readDueMembers,
  readDues,
  refundDue,
} from '@paddock/contract/calls/dues';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import { Ledger } from '../src/community/payments/ledger.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import { tenantOf } from '../src/infrastructure/tenancy/tenant.js';
import { CardPayments, testCards } from './card-payments.js';
import {
  type CallOptions,
  type DeploymentFile,
  startTestServices,
  type TestMember,
  type TestServices,
} from './start-test-services.js';

/** Services with dues, and what the specs of dues do with them. */
export interface DuesScenario {
  services: TestServices;
  cards: CardPayments;
  add(boss: TestMember, input?: Partial<CallInput<typeof createDue>>, options?: CallOptions): Promise<Due>;
  list(as: TestMember): Promise<Due[]>;
  /** The member's row of the status board. */
  member(admin: TestMember, due: Due, user: TestMember): Promise<DueMember | undefined>;
  begin(as: TestMember, due: Due): Promise<{ secret: string; amount: number }>;
  /** Pays by card as the page does, without waiting for the provider's events. */
  pay(as: TestMember, due: Due, card?: string): Promise<Due>;
  mark(admin: TestMember, due: Due, user: TestMember, client_id?: string): Promise<{ status: number; code: string }>;
  refund(
    admin: TestMember,
    due: Due,
    user: TestMember,
    input?: { amount?: number; client_id?: string },
  ): Promise<{ status: number; code: string }>;
  /** Sums of the ledger by account and currency, of these members and the places that money is at. */
  balance(community?: string): Promise<Map<string, number>>;
}

function withDues(file: DeploymentFile): void {
  if (!file.tabs.includes('dues')) file.tabs = [...file.tabs, 'dues'];
  file['modules'] = { ...(file['modules'] as object), 'mfe-content': 'stable' };
  file.flags['card_public_key'] = 'pk_test_paddock';
}

/** Starts the services of dues, in both communities. */
export async function startDues(environment: Record<string, string> = {}): Promise<DuesScenario> {
  const services = await startTestServices({ SERVICES: 'dues', RATE_LIMITS: 'off', ...environment });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withDues);
  const cards = new CardPayments(services);
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => ({
    status,
    code: status === 200 ? 'ok' : (body.code ?? ''),
  });
  const scenario: DuesScenario = {
    services,
    cards,
    async add(boss, input = {}, options = { as: boss }) {
      const given = { client_id: randomUUID(), title: 'Season fee', amount: 12_000, currency: 'EUR', ...input };
      const { status, body } = await services.call(createDue, given, options);
      expect([status, body.code]).toEqual([200, undefined]);
      return body.due;
    },
    list: async (as) => (await services.call(readDues, {}, { as })).body.dues,
    async member(admin, { id }, user) {
      const { body } = await services.call(readDueMembers, { id, query: user.username, count: 200 }, { as: admin });
      return body.members.find((one) => one.user === user.id);
    },
    async begin(as, { id }) {
      const { status, body } = await services.call(createPaymentIntent, { id }, { as });
      expect([status, body.code]).toEqual([200, undefined]);
      return body;
    },
    async pay(as, due, card = testCards.pays) {
      const { secret } = await scenario.begin(as, due);
      await cards.confirm(secret, card);
      return (await services.call(checkPayment, { id: due.id }, { as })).body.due;
    },
    mark: async (admin, { id }, user, client_id = randomUUID()) =>
      outcome(await services.call(markDuePaid, { id, user: user.id, reason: 'In cash', client_id }, { as: admin })),
    refund: async (admin, { id }, user, { client_id = randomUUID(), ...input } = {}) =>
      outcome(
        await services.call(refundDue, { id, user: user.id, reason: 'Left early', client_id, ...input }, { as: admin }),
      ),
    balance: (community = 'motorsport') => services.get(Ledger).balance(tenantOf(community)),
  };
  return scenario;
}

/** The rows of a collection that the specs look at directly. */
export function rowsOf(services: TestServices, collection: string) {
  return services.get(Mongo).connection.collection(collection);
}
