import { readNotifications } from '@paddock/contract/calls/notifications';
import { notified } from './notified.js';
import { reportCalls } from './reports.js';
import { startTestServices, type TestMember, type TestServices } from './start-test-services.js';

export const hq = { community: 'workplace', workplace: 'hq' };
export const adminOf = (...ids: string[]) => ({ acl: [{ title: 'workplace_admin' as const, resources: ids }] });

const kinds = {
  content_reported: ['ContentReported'],
  report_kept: ['ReportDecided'],
  report_deleted: ['ReportDecided'],
  content_deleted: ['ReportDecided'],
};

/** All services, in a workplace whose members write to each other and create events. */
export async function startModeration(): Promise<TestServices> {
  const services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    Object.assign(file.flags, { direct_messages_enabled: true, can_only_view_users_in_my_groups: false });
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), public_add_event: true };
  });
  return services;
}

export type ModerationScenario = ReturnType<typeof moderationScenario>;

/** Reported content and the members around it. */
export function moderationScenario(services: TestServices) {
  const calls = reportCalls(services);
  return {
    calls,
    admin: () => services.member({ ...hq, ...adminOf('hq') }),
    /** A reported shout: its author, reporter and case. */
    reported: async (place: object = hq, input: Parameters<typeof calls.post>[1] = {}) => {
      const [author, reporter] = [await services.member(place), await services.member(place)];
      const chief = await services.member({ ...place, admin: true });
      const id = await calls.post(author, input);
      await calls.report('shout', id, { as: reporter }, { reason: 'hate', text: 'Look at this' });
      const found = (await calls.open(chief, id))!;
      return { author, reporter, chief, id, caseId: found.id };
    },
    notificationsOf: async (as: TestMember) => {
      await notified(services, kinds);
      const { body } = await services.call(readNotifications, {}, { as });
      return body.notifications.map(({ kind, facts, address }) => ({ kind, facts, address }));
    },
  };
}
