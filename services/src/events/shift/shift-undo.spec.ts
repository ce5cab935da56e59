import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readShift, shiftEvents, undoShift } from '@paddock/contract/calls/event-shift';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { randomUUID } from 'node:crypto';
import { eventOf } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { NotificationRepository } from '../../community/notifications/notification.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

async function withdrawalIsOver(): Promise<boolean> {
  const { connection } = services.get(Mongo);
  const last = await connection.collection('outbox').findOne({ kind: 'TimetableShiftUndone' });
  const positions = connection.collection<{ _id: string; position: number }>('outbox_positions');
  const reader = await positions.findOne({ _id: 'subscriber:events-shift-undone' });
  const position = Number(last?.['position'] ?? 0);
  return position > 0 && (reader?.position ?? 0) >= position;
}

it('an undo while the notifications of a shift are written leaves none', async () => {
  const [admin, ann] = [await services.member({ admin: true }), await services.member()];
  const { id } = await eventOf(services, admin);
  const repository = services.get(NotificationRepository);
  const read = repository.usersWithNotification.bind(repository);
  const undone: number[] = [];
  repository.usersWithNotification = async (tenant, key, users) => {
    const shift = /^timetable_shifted:(.+)$/.exec(key)?.[1];
    if (shift !== undefined && undone.length === 0) {
      // The recipients are known, and no notification is stored yet.
      undone.push((await services.call(undoShift, { id: shift }, { as: admin })).status);
      while (!(await withdrawalIsOver())) await pause();
    }
    return read(tenant, key, users);
  };
  const { version } = (await services.call(readShift, { id }, { as: admin })).body;
  const shift = { id, minutes: 5, version, client_id: randomUUID() };
  expect((await services.call(shiftEvents, shift, { as: admin })).status).toBe(200);
  await notified(services, { timetable_shifted: ['TimetableShifted'] });
  const { notifications } = (await services.call(readNotifications, {}, { as: ann })).body;
  expect([undone, notifications.filter(({ kind }) => kind === 'timetable_shifted')]).toEqual([[200], []]);
});
