import { createHash } from 'node:crypto';
import { PushDeviceRepository } from '../src/community/notifications/push/push-device.repository.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import { TestBrowser, type TestPushService } from './push-service.js';
import { tenantOfMember, type TestMember, type TestServices } from './start-test-services.js';
import { until } from './test-smtp.js';

/** A member's browser with a subscription at the test's push service. */
export interface TestDevice {
  browser: TestBrowser;
  path: string;
  session: string;
}

export const sessionOf = ({ token }: Pick<TestMember, 'token'>) => createHash('sha256').update(token).digest('hex');

/** Subscribes a member's session without a call, which would make the member online and delay the messages. */
export async function subscribe(
  services: TestServices,
  pushes: TestPushService,
  member: TestMember,
  path = `/${member.username}`,
): Promise<TestDevice> {
  const browser = new TestBrowser();
  const device = { _id: sessionOf(member), user: member.id, language: 'en', endpoint: pushes.endpoint(path) };
  await services
    .get(Mongo)
    .transaction((session) =>
      services.get(PushDeviceRepository).register(tenantOfMember(member), { ...device, ...browser.keys }, { session }),
    );
  return { browser, path, session: device._id };
}

/** Waits until no push message to a member is on its way: one that is missing afterwards will not come. */
export const pushed = (services: TestServices, { id }: Pick<TestMember, 'id'>) =>
  until(async () => (await services.get(Mongo).connection.collection('push_jobs').countDocuments({ user: id })) === 0);
