import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';

/** Sends to the windows of a workplace that are connected to this process. */
@Injectable()
export class WorkplaceWindows {
  constructor(
    private readonly realtime: Realtime,
    private readonly users: UserRepository,
  ) {}

  /** The members with a window in the workplace. */
  members(tenant: Tenant): Promise<UserRow[]> {
    return this.users.byIds(tenant, this.realtime.viewers(tenant, 'workplace'));
  }

  /** Sends one payload to all: it must not depend on the receiver. */
  send<E extends ServerEvent>(tenant: Tenant, event: E, payload: ServerEventPayload<E>): void {
    this.realtime.emitTo(tenant, 'workplace', event, payload);
  }

  /** Sends one payload to the members who may get it. */
  async sendTo<E extends ServerEvent>(
    tenant: Tenant,
    event: E,
    mayGet: (user: UserRow) => boolean | Promise<boolean>,
    payload: ServerEventPayload<E>,
  ): Promise<void> {
    const members = await this.members(tenant);
    const may = await Promise.all(members.map(async (member) => mayGet(member)));
    const receivers = new Set(members.filter((_, at) => may[at]).map(({ _id }) => _id));
    this.realtime.emitToEach(tenant, 'workplace', event, (viewer) => (receivers.has(viewer) ? payload : undefined));
  }
}
