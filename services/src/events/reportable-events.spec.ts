import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvent } from '@paddock/contract/calls/events';
import { eventOf } from '../../test/events-scenario.js';
import { startTestServices, tenantOfMember, type TestServices } from '../../test/start-test-services.js';
import { ReportableEvents } from './reportable-events.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

describe(ReportableEvents, () => {
  it('removes an event once for parallel removals', async () => {
    const admin = await services.member({ admin: true });
    const { id } = await eventOf(services, admin);
    const remove = () => services.get(ReportableEvents).remove(tenantOfMember(admin), admin.id, id);
    await Promise.all([remove(), remove()]);
    expect((await services.call(readEvent, { id }, { as: admin })).status).toBe(404);
  });
});
