import { Injectable } from '@nestjs/common';
import { LinkMails } from '../../community/mail/link-mails.js';
import { UnsubscribeAddresses } from '../../community/notifications/unsubscribe-addresses.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { BookingRow } from './booking.schema.js';
import { BookingTexts } from './booking-texts.js';
import type { RoomRow } from './room.schema.js';

const linkLifetimeMs = 30 * dayMs;

/** The mail that asks for a decision, with links of its reader's own. */
@Injectable()
export class BookingRequestMail {
  constructor(
    private readonly mails: LinkMails,
    private readonly texts: BookingTexts,
    private readonly address: CommunityAddress,
    private readonly unsubscribing: UnsubscribeAddresses,
    private readonly communities: Communities,
  ) {}

  queue(
    { id, tenant }: Delivered<'BookingMade' | 'BookingMoved'>,
    decider: UserRow,
    { row, room, user }: { row: BookingRow; room: RoomRow; user: UserRow },
  ): Promise<void> {
    const { community, workplace } = tenant;
    const config = this.communities.find(community);
    const workplaceTitle = config?.workplaces.find((one) => one.id === workplace)?.title;
    const { company } = user.fields;
    const page = (verb: string, token: string) => this.address.pageIn(tenant, `/${verb}/${row._id}/${token}`);
    const time = (at: Date) => this.texts.timeOf(tenant, at, room, decider.language);
    const facts = { admin: decider._id, booking: row._id, workplace, sequence: String(row.sequence) };
    const link = { kind: 'booking', user: user._id, facts, lifetimeMs: linkLifetimeMs } as const;
    return this.mails.queue(tenant, link, decider, (token) => ({
      key: `booking_requested:${id}:${row._id}:${decider._id}`,
      template: 'booking_requested',
      data: {
        ...{ fullname: decider.fullname, applicant: user.fullname, email: user.email, room: room.title },
        ...(company && { company }),
        ...(row.description && { comment: row.description }),
        ...(workplaceTitle && { workplace: workplaceTitle }),
        ...{ from: time(row.from), to: time(row.to), community: config?.title ?? '' },
        ...{ confirm: page('confirm', token), reject: page('reject', token) },
        unsubscribe: this.unsubscribing.address(tenant, decider, 'mailing_booking'),
      },
    }));
  }
}
