import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { NotificationContent } from '../../community/notifications/notification-kind.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { commentKind } from '../reading/event-comments.js';
import { EventAccess } from '../reading/event-access.js';
import { EventReaders } from '../reading/event-readers.js';
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
    private readonly readers: EventReaders,
  ) {}

  onModuleInit() {
    this.notifications.register<'EventPosted' | 'EventUpdated'>({
      name: 'event_new',
      // A change notifies the members whom it invites and those of another group; the others already have the notification.
      events: ['EventPosted', 'EventUpdated'],
      notification,
      mail: { ...mail, words: 'event_new' },
      // One notification about all copies of a recurring event.
      subject: ({ event, root }) => root ?? event,
      by: ({ actor }) => actor,
      recipients: async (posted) => {
        const row = await this.events.byId(posted.tenant, posted.event);
        const { group, users } = formerOf(posted) ?? {};
        const isOpened = row?.invitation_only === true || (row?.group !== undefined && (group ?? users) !== undefined);
        if (!row || (posted.kind === 'EventUpdated' && !isOpened)) return [];
        return this.readers.invitedTo(posted.tenant, row);
      },
      contentFor: async ({ tenant, event }, recipient) => {
        const row = await this.readers.coming(tenant, event, recipient);
        const creator = row?.user && (await this.users.byId(tenant, row.user));
        return row && creator ? contentOf(row, { who: creator.fullname }) : undefined;
      },
      losing: (changed) => formerOf(changed) && ((holders) => this.readers.former(changed, holders)),
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
        const row = id === undefined ? undefined : await this.readers.coming(tenant, id, recipient);
        return row && contentOf(row);
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
        const row = await this.readers.coming(tenant, event, recipient);
        const own = await this.replies.of(tenant, event, recipient._id);
        if (!row || own?.reply !== 'attending') return undefined;
        return contentOf(row);
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
        return contentOf(row, { who: asker.fullname });
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
        const content = contentOf(row, { who: commenter.fullname });
        return { ...content, address: `${content.address}/comments?comment=${comment}` };
      },
    });
  }
}

const formerOf = (event: Delivered<'EventPosted' | 'EventUpdated'>) =>
  event.kind === 'EventUpdated' ? event.former : undefined;

/** A notification about an event; that of a group's event ends with the group, and for members who leave it. */
const contentOf = ({ _id, title, group }: EventRow, facts: Record<string, string> = {}): NotificationContent => ({
  facts: { ...facts, title },
  address: `/main/events/${_id}`,
  ...(group !== undefined && { conversation: group }),
});
