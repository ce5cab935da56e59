import { createItem } from '@paddock/contract/calls/items';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from './start-test-services.js';

export const adminOf = (...resources: string[]) => [{ title: 'workplace_admin' as const, resources }];

export const plan = { type: 'subscription' as const, title: 'Engineer', amount: 1234, currency: 'eur' };
export const entry = { type: 'dynamic-list' as const, subtype: 'department', title: 'Lab' };
export const page = { type: 'home' as const, description: 'Boats leave at ten.' };
/** A valid input of each type. */
export const inputs = { subscription: plan, 'dynamic-list': entry, home: page };

/** Services whose community of workplaces requires neither approval nor a plan. */
export async function startItemServices(): Promise<TestServices> {
  const services = await startTestServices({ SERVICES: '' });
  await services.configure('workplace', (file) => {
    file.flags.admin_approval_required = false;
    file.flags.subscription_required = false;
  });
  return services;
}

/** Creates an item as a member, or as a visitor of workplace. */
export async function addItem(services: TestServices, as: TestMember | undefined, input: object, workplace?: string) {
  const {
    status,
    body: { item, ...body },
  } = await services.call(createItem, { client_id: randomUUID(), ...input } as never, {
    ...(as && { as }),
    host: as ? `${as.community}.localhost` : 'workplace.localhost',
    ...(workplace !== undefined && { workplace }),
  });
  return { status, body: { ...body, ...item } };
}
