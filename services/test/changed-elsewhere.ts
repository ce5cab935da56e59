import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import { OutboxRepository } from '../src/infrastructure/outbox/outbox.repository.js';
import { testTimes } from '../src/infrastructure/outbox/sole-process.js';
import type { DomainEvent } from '../src/infrastructure/outbox/domain-events.js';
import type { TestServices } from './start-test-services.js';

/** Commits an event as another process does beside its write, which the test makes past the repositories. Caches hear it within 750 ms. */
export async function changedElsewhere(services: TestServices, event: DomainEvent): Promise<void> {
  const mongo = services.get(Mongo);
  await mongo.transaction((session) => new OutboxRepository(mongo, testTimes).add(session, [event]));
}
