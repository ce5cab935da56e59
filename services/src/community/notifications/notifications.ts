import { Injectable } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import { missingAccess } from '@paddock/contract/calls/users';
import { setImmediate } from 'node:timers/promises';
import type { Delivered, EventKind } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { LaterMails } from './later-mails.js';
import type { NotificationKind } from './notification-kind.js';
import { NotificationMails } from './notification-mails.js';
import { type Addressed, NotificationStore } from './notification-store.js';
import { wantsMail, wantsNotification } from './preferences.js';
import { Workplaces } from '../workplaces/workplaces.js';

/** Recipients handled together; between batches the event loop handles other work. */
const batch = 20;

/**
 * Turns an event into a notification, with its push messages, and a mail for each recipient. Services register kinds
 * ({@link NotificationKind}); preferences, access, blocks and duplicates are handled here.
 */
@Injectable()
export class Notifications {
  constructor(
    private readonly outbox: Outbox,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly communities: Communities,
    private readonly store: NotificationStore,
    private readonly mails: NotificationMails,
    private readonly later: LaterMails,
  ) {}

  /** Registers a kind before the application has started (in `onModuleInit`). */
  register<K extends EventKind>(kind: NotificationKind<K>): void {
    const any = kind as unknown as NotificationKind;
    if (any.mail?.afterMs !== undefined)
      this.later.register(any.name, (event, about) => this.mailLater(any, event, about));
    this.outbox.subscribe({
      name: `notify-${kind.name}`,
      kinds: kind.events,
      durable: true,
      handle: (event) => this.deliver(any, event as unknown as Delivered),
    });
  }

  /**
   * Takes back the notifications of these kinds about a subject that was deleted, and about its parts (`subject:part`). With
   * `losing` only those of the holders whom it returns. Repeatable.
   */
  async withdraw(
    tenant: Tenant,
    kinds: readonly string[],
    subject: string,
    losing?: (holders: readonly string[]) => Promise<readonly string[]>,
  ): Promise<void> {
    const keys = kinds.map((name) => keyFor(name, subject));
    await this.store.withdraw(tenant, keys, losing);
  }

  /** Takes back the notifications about a deleted conversation. Repeatable. */
  withdrawAllAbout(tenant: Tenant, conversation: string): Promise<void> {
    return this.store.withdrawAllAbout(tenant, conversation);
  }

  /** Takes back a member's notifications about a conversation, except about subjects that `keeps`. Repeatable. */
  withdrawFrom(
    tenant: Tenant,
    from: { conversation: string; user: string },
    keeps: (subject: string) => Promise<boolean>,
  ): Promise<void> {
    return this.store.withdrawFrom(tenant, from, (key) => keeps(key.slice(key.lastIndexOf(':') + 1)));
  }

  /** When a member got notifications about a subject and its parts, by subject and part; with `since` only those from then on. */
  async sent(
    tenant: Tenant,
    { kind, subject, user, since }: { kind: string; subject: string; user: string; since?: Date },
  ): Promise<Map<string, Date>> {
    const rows = await this.store.sent(tenant, user, keyFor(kind, subject), since);
    return new Map(rows.map(({ key, created }) => [key.slice(keyFor(kind, '').length), created]));
  }

  /** Notifies all recipients of an event; a repeated delivery notifies no recipient twice. */
  async deliver<K extends EventKind>(ofKind: NotificationKind<K>, delivered: Delivered<K>): Promise<void> {
    const kind = ofKind as unknown as NotificationKind;
    const event = delivered as unknown as Delivered;
    const ids = [...new Set(await kind.recipients(event))];
    for (let at = 0; at < ids.length; at += batch) {
      await this.deliverTo(kind, event, ids.slice(at, at + batch));
      await setImmediate();
    }
    const subject = subjectOf(kind, event);
    const losing = kind.losing?.(event);
    if (losing || (await kind.isWithdrawn?.(event))) await this.withdraw(event.tenant, [kind.name], subject, losing);
  }

  private async deliverTo(kind: NotificationKind, event: Delivered, ids: readonly string[]): Promise<void> {
    const { tenant } = event;
    const config = this.communities.find(tenant.community);
    if (!config) return;
    const addressed = await this.tellEach(kind, event, config, ids);
    if (addressed.length === 0) return;
    const { notification, mail } = kind;
    if (notification) {
      const recipients = addressed.filter((one) =>
        wantsNotification(one.recipient, notification.type, one.content.namespace),
      );
      await this.store.add(kind, event, keyOf(kind, event), recipients);
    }
    if (mail) {
      for (const one of addressed.filter(({ recipient }) => wantsMail(recipient, mail.type, config.flags)))
        if (mail.afterMs === undefined) await this.mail(kind, tenant, one, keyOf(kind, event));
        else await this.later.add(kind.name, event, one.recipient._id, subjectOf(kind, event), mail.afterMs);
    }
  }

  private async tellEach(
    kind: NotificationKind,
    event: Delivered,
    config: Deployment,
    ids: readonly string[],
  ): Promise<Addressed[]> {
    const by = kind.by?.(event);
    const actor = by === undefined ? null : await this.users.byId(event.tenant, by);
    const rows = await this.users.byIds(event.tenant, ids);
    const members = rows.filter((row) => {
      const isHere = kind.everywhere === true || this.workplaces.includes(event.tenant, row);
      // Members without access to the place are not notified.
      return isHere && missingAccess(row, config) === undefined && !isBetween(row, by, actor);
    });
    const addressed = await Promise.all(
      members.map(async (recipient) => ({ recipient, content: await kind.contentFor(event, recipient) })),
    );
    return addressed.flatMap((one) => (one.content ? [{ recipient: one.recipient, content: one.content }] : []));
  }

  private async mail(
    kind: NotificationKind,
    tenant: Tenant,
    { recipient, content }: Addressed,
    key: string,
  ): Promise<void> {
    const { type, words } = kind.mail!;
    await this.mails.queue(tenant, { key: `${key}:${recipient._id}`, type, words, recipient, content });
  }

  /** Handles a due mail: all conditions are checked again. */
  private async mailLater(
    kind: NotificationKind,
    event: Delivered,
    { user, key, now }: { user: string; key: string; now: Date },
  ): Promise<void> {
    const config = this.communities.find(event.tenant.community);
    const mail = kind.mail!;
    if (!config) return;
    for (const one of await this.tellEach(kind, event, config, [user])) {
      const { recipient } = one;
      if (!wantsMail(recipient, mail.type, config.flags)) return;
      if (mail.isStillWanted && !(await mail.isStillWanted(event, recipient, now))) return;
      await this.mail(kind, event.tenant, one, key);
    }
  }
}

const subjectOf = (kind: NotificationKind, event: Delivered) => kind.subject?.(event) ?? event.id;
const keyFor = (kind: string, subject: string) => `${kind}:${subject}`;
const keyOf = (kind: NotificationKind, event: Delivered) => keyFor(kind.name, subjectOf(kind, event));

/** Whether this member is the actor, or one of the two has blocked the other. */
function isBetween(row: UserRow, by: string | undefined, actor: UserRow | null): boolean {
  if (by === undefined) return false;
  return row._id === by || row.blocked_users.includes(by) || (actor?.blocked_users.includes(row._id) ?? false);
}
