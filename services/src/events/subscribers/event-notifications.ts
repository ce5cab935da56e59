import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { commentKind } from '../reading/event-comments.js';
import { EventAccess } from '../reading/event-access.js';
import { DeletedEventRepository } from '../storage/deleted-event.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';

const notification = { type: 'pn_event' } as const;
const mail = { type: 'mailing_event' } as const;

/** Registers the notifications and mails about events. */
@Injectable()
export class EventNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly events: EventRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly replies: ReplyRepository,
    private readonly access: EventAccess,
    private readonly extensions: ExtensionPoints,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  onModuleInit() {
    this.notifications.register<'EventPosted' | 'EventUpdated'>({
      name: 'event_new',
      // A change notifies the members whom it invites; the others already have the notification.
      events: ['EventPosted', 'EventUpdated'],
      notification,
      mail: { ...mail, words: 'event_new' },
      // One notification about all copies of a recurring event.
      subject: ({ event, root }) => root ?? event,
      by: ({ actor }) => actor,
      recipients: async ({ kind, tenant, event }) => {
        const row = await this.events.byId(tenant, event);
        if (!row || (kind === 'EventUpdated' && !row.invitation_only)) return [];
        return this.invitedTo(tenant, row);
      },
      contentFor: async ({ tenant, event }, recipient) => {
        const row = await this.coming(tenant, event, recipient);
        const creator = row?.user && (await this.users.byId(tenant, row.user));
        if (!row || !creator) return undefined;
        return { facts: { who: creator.fullname, title: row.title }, address: addressOf(event) };
      },
    });
    this.notifications.register<'EventUpdated'>({
      name: 'event_changed',
      events: ['EventUpdated'],
      notification,
      mail: { ...mail, words: 'event_changed' },
      by: ({ actor }) => actor,
      recipients: async ({ tenant, event, copies = [], moved }) =>
        moved ? this.replies.expectedAtAny(tenant, [event, ...copies]) : [],
      contentFor: async ({ tenant, event, copies = [] }, recipient) => {
        const expecting = await this.replies.ofUser(tenant, recipient._id, [event, ...copies]);
        const own = new Set(expecting.flatMap(({ event: id, reply }) => (reply === 'absent' ? [] : [id])));
        const id = [event, ...copies].find((copy) => own.has(copy));
        const row = id === undefined ? undefined : await this.coming(tenant, id, recipient);
        return row && { facts: { title: row.title }, address: addressOf(row._id) };
      },
    });
    this.notifications.register<'EventDeleted'>({
      name: 'event_cancelled',
      events: ['EventDeleted'],
      notification,
      mail: { ...mail, words: 'event_cancelled' },
      by: ({ actor }) => actor,
      recipients: async ({ tenant, event }) => (await this.deleted.byId(tenant, event))?.expected ?? [],
      contentFor: async ({ tenant, event }, recipient) => {
        const row = await this.deleted.byId(tenant, event);
        if (!row || row.until <= row.deleted || !(await this.access.canRead(tenant, recipient, row))) return undefined;
        return { facts: { title: row.title }, address: '/main/events' };
      },
    });
    this.registerRequests();
    this.registerComments();
    this.notifications.register<'EventPlaceGiven'>({
      name: 'event_place',
      events: ['EventPlaceGiven'],
      notification,
      mail: { ...mail, words: 'event_place' },
      recipients: ({ user }) => Promise.resolve([user]),
      contentFor: async ({ tenant, event }, recipient) => {
        const row = await this.coming(tenant, event, recipient);
        const own = await this.replies.of(tenant, event, recipient._id);
        if (!row || own?.reply !== 'attending') return undefined;
        return { facts: { title: row.title }, address: addressOf(event) };
      },
    });
  }

  /** Notifies the member who is asked to organise an event; withdraws the notification when the request ends or goes to another member. */
  private registerRequests() {
    this.notifications.register<'OrganizerRequestChanged'>({
      name: 'event_organizer',
      events: ['OrganizerRequestChanged'],
      notification,
      subject: ({ event, root }) => root ?? event,
      by: ({ actor }) => actor,
      recipients: ({ user }) => Promise.resolve(user === undefined ? [] : [user]),
      contentFor: async ({ tenant, ...about }, recipient) => {
        const rows = await this.events.asking(tenant, about, [recipient._id]);
        const row = rows.find(({ _id }) => _id === about.event) ?? rows[0];
        const asker = row?.asked_organizer?.by && (await this.users.byId(tenant, row.asked_organizer.by));
        if (!row || !asker || !(await this.access.canRead(tenant, recipient, row))) return undefined;
        return { facts: { who: asker.fullname, title: row.title }, address: addressOf(row._id) };
      },
      losing:
        ({ tenant, ...about }) =>
        async (holders) => {
          const rows = await this.events.asking(tenant, about, holders);
          const asked = new Set(rows.map(({ asked_organizer }) => asked_organizer?.user));
          return holders.filter((holder) => !asked.has(holder));
        },
    });
  }

  /** Creator, organizer and earlier commenters hear of a comment; a mention has its own notification. */
  private registerComments() {
    this.notifications.register<'CommentPosted'>({
      name: 'event_comment',
      events: ['CommentPosted'],
      notification,
      subject: ({ comment }) => comment,
      by: ({ author }) => author,
      recipients: async ({ tenant, subject }) => {
        if (subject?.kind !== commentKind) return [];
        const row = await this.events.byId(tenant, subject.id);
        const commenters = [...this.extensions.all('commenters').values()].map((of) =>
          of(tenant, commentKind, subject.id),
        );
        return row ? [row.user ?? [], row.organizer ?? [], await Promise.all(commenters)].flat(2) : [];
      },
      contentFor: async ({ tenant, author, subject, comment, mentions = [] }, recipient) => {
        if (mentions.includes(recipient.username_key) && recipient.preferences?.pn_mention !== false) return undefined;
        const row = await this.events.byId(tenant, subject!.id);
        const commenter = await this.users.byId(tenant, author);
        if (!row || !commenter || !(await this.access.canRead(tenant, recipient, row))) return undefined;
        return {
          facts: { who: commenter.fullname, title: row.title },
          address: `${addressOf(row._id)}/comments?comment=${comment}`,
        };
      },
    });
  }

  /** Ids of the members whom an event is for. */
  private async invitedTo(
    tenant: Tenant,
    { invitation_only, invited, organizer, group }: EventRow,
  ): Promise<readonly string[]> {
    if (invitation_only) return [...invited, organizer ?? []].flat();
    return group === undefined ? this.users.idsOf(tenant) : this.memberships.usersOf(tenant, [group]);
  }

  /** The event, if it is not over and the member may read it now. */
  private async coming(tenant: Tenant, id: string, reader: UserRow): Promise<EventRow | undefined> {
    const row = await this.events.byId(tenant, id);
    if (!row || row.until <= new Date() || !(await this.access.canRead(tenant, reader, row))) return undefined;
    return row;
  }
}

const addressOf = (event: string) => `/main/events/${event}`;
