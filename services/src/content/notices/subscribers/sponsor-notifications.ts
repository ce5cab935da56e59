import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../../community/extension-points/extension-points.js';
import { MembershipRepository } from '../../../community/memberships/membership.repository.js';
import { Notifications } from '../../../community/notifications/notifications.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { AcknowledgementsService } from '../acknowledgements/acknowledgements.service.js';
import { SponsorAccess } from '../sponsor-access.js';
import { commentKind } from '../sponsor-comments.js';
import { SponsorRepository } from '../sponsor.repository.js';
import type { SponsorRow } from '../sponsor.schema.js';

const notification = { type: 'pn_sponsors' } as const;
const mailing = 'mailing_important';
/** Kinds whose subject is the notice, or a part of it after a colon. */
const aboutText = ['sponsor_new', 'sponsor_acknowledge', 'sponsor_reminder'];

/** Registers the notifications about notices. */
@Injectable()
export class SponsorNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly extensions: ExtensionPoints,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.notifications.register<'SponsorPosted'>({
      name: 'sponsor_new',
      events: ['SponsorPosted'],
      notification,
      subject: ({ sponsor }) => sponsor,
      by: ({ actor }) => actor,
      recipients: ({ tenant, sponsor }) => this.readersOf(tenant, sponsor),
      contentFor: async ({ tenant, sponsor, actor }, recipient) => {
        const row = await this.readable(tenant, sponsor, recipient);
        // Those who are to acknowledge it have a notification of their own.
        if (!row || (await this.acknowledgements.isOpen(tenant, recipient, row))) return undefined;
        return this.named(tenant, row, actor);
      },
    });
    this.notifications.register<'SponsorPosted' | 'SponsorUpdated'>({
      name: 'sponsor_acknowledge',
      events: ['SponsorPosted', 'SponsorUpdated'],
      notification,
      mail: { type: mailing, words: 'sponsor_acknowledge' },
      // A member is asked once for each version.
      subject: ({ sponsor, asks }) => `${sponsor}:${asks}`,
      recipients: async (event) => {
        const row = await this.sponsors.byId(event.tenant, event.sponsor);
        return row?.acknowledge && event.asks !== undefined ? this.acknowledgements.openMembers(event.tenant, row) : [];
      },
      contentFor: async ({ tenant, sponsor, actor }, recipient) => {
        const row = await this.open(tenant, sponsor, recipient);
        return row && this.named(tenant, row, actor);
      },
    });
    this.notifications.register<'SponsorDue'>({
      name: 'sponsor_reminder',
      events: ['SponsorDue'],
      notification,
      mail: { type: mailing, words: 'sponsor_reminder' },
      subject: ({ sponsor, id }) => `${sponsor}:${id}`,
      recipients: async ({ tenant, sponsor }) => {
        const row = await this.sponsors.byId(tenant, sponsor);
        return row ? this.acknowledgements.openMembers(tenant, row) : [];
      },
      contentFor: async ({ tenant, sponsor }, recipient) => {
        const row = await this.open(tenant, sponsor, recipient);
        return row && { facts: { title: row.title }, address: addressOf(row), namespace: row.namespace };
      },
    });
    this.registerComments();
    this.outbox.subscribe({
      name: 'sponsor-notices-withdrawn',
      kinds: ['SponsorDeleted', 'SponsorUpdated'],
      durable: true,
      handle: (event) => this.withdraw(event),
    });
  }

  /** Withdraws notifications from members who may no longer read the notice. */
  private async withdraw(event: Delivered<'SponsorDeleted' | 'SponsorUpdated'>): Promise<void> {
    const { tenant, sponsor } = event;
    if (event.kind === 'SponsorDeleted') return this.notifications.withdraw(tenant, aboutText, sponsor);
    if (!event.former && !event.former_owner) return;
    await this.notifications.withdraw(tenant, aboutText, sponsor, async (ids) => {
      const row = await this.sponsors.byId(tenant, sponsor);
      const { readers } = row
        ? await this.access.readersAmong(tenant, await this.users.byIds(tenant, ids), row)
        : { readers: [] };
      const mayRead = new Set(readers.map(({ _id }) => _id));
      return ids.filter((id) => !mayRead.has(id));
    });
  }

  /** The owner and earlier commenters hear of a comment; a mention has its own notification. */
  private registerComments() {
    this.notifications.register<'CommentPosted'>({
      name: 'sponsor_comment',
      events: ['CommentPosted'],
      notification,
      subject: ({ comment }) => comment,
      by: ({ author }) => author,
      recipients: async ({ tenant, subject }) => {
        const row = subject?.kind === commentKind ? await this.sponsors.byId(tenant, subject.id) : null;
        if (!row) return [];
        const providers = [...this.extensions.all('commenters').values()];
        const commenters = await Promise.all(providers.map((of) => of(tenant, commentKind, row._id)));
        return [row.owner ?? [], ...commenters].flat();
      },
      contentFor: async ({ tenant, author, subject, comment, mentions = [] }, recipient) => {
        const isMentioned = mentions.includes(recipient.username_key) && recipient.preferences?.pn_mention !== false;
        const row = isMentioned ? undefined : await this.readable(tenant, subject!.id, recipient);
        const content = row && (await this.named(tenant, row, author));
        return content && { ...content, address: `${content.address}/comments?comment=${comment}` };
      },
    });
  }

  /** Ids of the members whom a notice is for. */
  private async readersOf(tenant: Tenant, id: string): Promise<readonly string[]> {
    const row = await this.sponsors.byId(tenant, id);
    if (!row) return [];
    return row.group === undefined ? this.users.idsOf(tenant) : this.memberships.usersOf(tenant, [row.group]);
  }

  private async readable(tenant: Tenant, id: string, reader: UserRow): Promise<SponsorRow | undefined> {
    const row = await this.sponsors.byId(tenant, id);
    return row && !row.hidden && (await this.access.canRead(tenant, reader, row)) ? row : undefined;
  }

  private async open(tenant: Tenant, id: string, reader: UserRow): Promise<SponsorRow | undefined> {
    const row = await this.readable(tenant, id, reader);
    return row && (await this.acknowledgements.isOpen(tenant, reader, row)) ? row : undefined;
  }

  private async named(tenant: Tenant, row: SponsorRow, actor: string) {
    const member = await this.users.byId(tenant, actor);
    if (!member) return undefined;
    return { facts: { who: member.fullname, title: row.title }, address: addressOf(row), namespace: row.namespace };
  }
}

const addressOf = ({ _id }: SponsorRow) => `/main/notices/${_id}`;
