import { Injectable } from '@nestjs/common';
import type { verifyBooking } from '@paddock/contract/calls/bookings';
import { missingAccess } from '@paddock/contract/calls/users';
import type { CallArguments } from '@paddock/contract/core/call';
import type { Caller } from '../../community/calls/caller.js';
import { isMailedTo } from '../../community/mail/link-mails.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess, type RoomViewer } from './room-access.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';

type Input = CallArguments<typeof verifyBooking>;

/** A decision to take; `link` only when a mailed link was used. */
export interface BookingCase {
  /** The booking's: a mailed link names its workplace. */
  tenant: Tenant;
  actor: UserRow;
  row: BookingRow;
  room: RoomRow;
  user: UserRow;
  link?: LinkTokenRow;
}

/** Finds the booking that a call decides on, and checks that its actor may. */
@Injectable()
export class BookingCases {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly access: RoomAccess,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly links: LinkTokens,
  ) {}

  find(caller: Caller, input: Input): Promise<BookingCase> {
    return input.admin_token === undefined
      ? this.ofCaller(caller, input.id)
      : this.ofLink(caller, input.id, input.admin_token);
  }

  /**
   * The actor is the link's, with their present rights.
   *
   * @throws LINK_INVALID, LINK_EXPIRED
   */
  private async ofLink({ tenant: { community }, config }: Caller, id: string, token: string): Promise<BookingCase> {
    const link = await this.links.read(tenantOf(community), 'booking', token);
    const { admin = '', booking = '', workplace = '', sequence } = link.facts;
    const tenant = tenantOf(community, workplace);
    const [actor, row] = await Promise.all([this.users.byId(tenant, admin), this.bookings.byId(tenant, booking)]);
    const mayAct =
      actor && isMailedTo(link, actor) && !missingAccess(actor, config) && this.workplaces.includes(tenant, actor);
    if (booking !== id || !row || link.user !== row.user || !mayAct) throw new PaddockError('LINK_INVALID');
    // A move made the mail's times wrong. A spent link returns its outcome nevertheless.
    const isOutdated = row.state === 'pending' && String(row.sequence) !== sequence;
    if (isOutdated && link.outcome === undefined) throw new PaddockError('LINK_INVALID');
    const found = await this.decided({ tenant, user: actor }, row);
    if (!found) throw new PaddockError('LINK_INVALID');
    return { ...found, link };
  }

  /** @throws INVALID_TOKEN, the caller's missing access, BOOKING_NOT_FOUND, FORBIDDEN */
  private async ofCaller({ tenant, user, config }: Caller, id: string): Promise<BookingCase> {
    if (!user) throw new PaddockError('INVALID_TOKEN');
    const missing = missingAccess(user, config);
    if (missing) throw new PaddockError(missing);
    if (!this.workplaces.includes(tenant, user)) throw new PaddockError('FORBIDDEN');
    this.access.checkEntry({ tenant, user });
    const row = await this.bookings.byId(tenant, id);
    if (!row) throw new PaddockError('BOOKING_NOT_FOUND');
    const found = await this.decided({ tenant, user }, row);
    if (!found) throw new PaddockError('FORBIDDEN');
    return found;
  }

  private async decided(viewer: RoomViewer, row: BookingRow): Promise<BookingCase | undefined> {
    const { tenant, user: actor } = viewer;
    const [room, user, decides] = await Promise.all([
      this.rooms.byId(tenant, row.room),
      this.users.byId(tenant, row.user),
      this.access.decides(viewer),
    ]);
    if (!room || !user || !this.access.mayEnter(viewer) || !decides(room)) return undefined;
    return { tenant, actor, row, room, user };
  }
}
