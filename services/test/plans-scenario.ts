import { createItem, type Item } from '@paddock/contract/calls/items';
import { beginCheckout, readSubscription } from '@paddock/contract/calls/subscription';
import { randomUUID } from 'node:crypto';
import { CardPayments } from './card-payments.js';
import { startTestServices, type TestMember, type TestServices } from './start-test-services.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';

/** Services whose community sells plans on the web, and what a test of them needs. */
export class PlansScenario {
  private constructor(
    readonly services: TestServices,
    readonly cards: CardPayments,
    readonly admin: TestMember,
  ) {}

  static async start(): Promise<PlansScenario> {
    const services = await startTestServices({ SERVICES: 'account,items,links', RATE_LIMITS: 'off' });
    await services.configure('motorsport', (file) => {
      Object.assign(file.flags, { card_public_key: 'pk_test_paddock', web_subscriptions: true });
    });
    const scenario = new PlansScenario(services, new CardPayments(services), await services.member({ admin: true }));
    scenario.cards.controls.holdsEvents = true;
    return scenario;
  }

  async plan(
    amount: number,
    fields: Partial<Pick<Item, 'hidden' | 'additional_id' | 'interval'>> = {},
  ): Promise<string> {
    const input = { type: 'subscription' as const, title: `Plan ${amount}`, amount, currency: 'EUR', ...fields };
    const { body } = await this.services.call(
      createItem,
      { client_id: randomUUID(), ...input },
      {
        as: this.admin,
      },
    );
    return body.item.id;
  }

  begin(as: TestMember, plan: string, client_id = randomUUID()) {
    return this.services.call(beginCheckout, { client_id, plan, back: 'settings' }, { as });
  }

  /** The checkout session of an address. */
  sessionOf = (url: string): string => url.split('/').at(-1)!;

  /** Buys a plan; the provider's events are delivered unless `silent`. */
  async buy(as: TestMember, plan: string, { card, silent }: { card?: string; silent?: true } = {}): Promise<void> {
    const { body, status } = await this.begin(as, plan);
    if (status !== 200) throw new Error(`The purchase was refused: ${JSON.stringify(body)}`);
    await this.cards.subscribe(this.sessionOf(body.url), card);
    if (!silent) await this.deliver();
  }

  /** Delivers the held events, also those that they cause. */
  async deliver(): Promise<void> {
    this.cards.controls.holdsEvents = false;
    for (let round = 0; round < 5; round++) await this.cards.settle();
    this.cards.controls.holdsEvents = true;
  }

  async read(as: TestMember) {
    return (await this.services.call(readSubscription, {}, { as })).body;
  }

  /** The member's plan, its source and state. */
  async held(as: TestMember) {
    const { subscription } = await this.read(as);
    return subscription && { plan: subscription.plan, source: subscription.source, state: subscription.state };
  }

  /** What counts for access. */
  async storedPlan({ id }: TestMember): Promise<string | undefined> {
    const users = this.services.get(Mongo).connection.collection<{ _id: string; subscription?: string }>('users');
    return (await users.findOne({ _id: id }))?.subscription;
  }
}
