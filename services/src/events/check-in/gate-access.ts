import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess, manages, seesAttendees } from '../reading/event-access.js';
import { ReplyRepository } from '../storage/reply.repository.js';

/** Decides which members a gate admits, and which ones may be at the gate. */
@Injectable()
export class GateAccess {
  constructor(
    private readonly access: EventAccess,
    private readonly replies: ReplyRepository,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
  ) {}

  /** The members among these who attend now and may still read the event. */
  async admitted(tenant: Tenant, row: EventRow, users: readonly string[]): Promise<Set<string>> {
    const replies = await this.replies.ofUsers(tenant, row._id, users);
    const attending = replies.flatMap(({ user, reply }) => (reply === 'attending' ? [user] : []));
    const members = (await this.users.byIds(tenant, attending)).filter((user) =>
      this.workplaces.includes(tenant, user),
    );
    const { readers } = await this.access.readersAmong(tenant, members, row);
    const may = new Set(readers.map(({ _id }) => _id));
    return new Set(attending.filter((user) => may.has(user)));
  }

  /** The event at whose gate the caller may be. @throws EVENT_NOT_FOUND, FORBIDDEN */
  async managed(caller: SignedInCaller, id: string): Promise<EventRow> {
    const row = await this.access.find(caller, id);
    const { user, flags, tenant } = caller;
    const viewer = { user, workplace: tenant.workplace };
    const sees = seesAttendees({ ...viewer, hidden: flags.events_tab.hide_attendees }, row);
    if (!manages(viewer, row) || !sees) throw new PaddockError('FORBIDDEN');
    return row;
  }
}
