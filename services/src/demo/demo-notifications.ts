import { hourMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import type { NotificationRow } from '../community/notifications/notification.schema.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { ShoutRow } from '../shouts/storage/shout.schema.js';
import { signIns } from './people.js';
import type { Talk } from './talk.js';

/** Notifications of likes of one member. */
const maxLiked = 6;
const unreadMs = 3 * hourMs;

type Shout = NewRow<ShoutRow>;

/**
 * What the sign-in accounts are notified of in one workplace: mentions of them, and likes of their shouts. The rows equal those that
 * `shout-notifications.ts` causes.
 */
export function demoNotifications(
  { workplace }: Tenant,
  { shouts, likes, conversations }: Talk,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): NewRow<NotificationRow>[] {
  const byId = new Map([...users.values()].map((user) => [user._id, user]));
  const heads = new Map(conversations.map((head) => [head._id, head]));
  const addressOf = ({ _id, in_reply_to, conversation }: Shout) => {
    if (in_reply_to !== undefined) return `/main/shout/${in_reply_to}?comment=${_id}`;
    return `/main/conversation/${heads.get(conversation)?.kind === 'group' ? conversation : '0'}?shout=${_id}`;
  };
  const notificationOf = (user: string, kind: string, shout: Shout, by: string, facts: Record<string, string>) => ({
    ...{ _id: newId(), user, place: workplace, kind, key: `${kind}:${shout._id}`, by, address: addressOf(shout) },
    facts: { who: byId.get(by)!.fullname, ...facts },
    created: shout.created,
    read: now.getTime() - shout.created.getTime() > unreadMs,
  });
  const open = shouts.filter(({ conversation }) => heads.get(conversation)?.kind !== 'direct');
  const found = [...users.values()]
    .filter(({ username }) => signIns.has(username))
    .flatMap(({ _id: user, username }) => {
      const mentioned = open.filter(({ mentions, author }) => mentions.includes(username) && author !== user);
      const liked = open.filter(({ author, likes_count }) => author === user && likes_count > 0);
      return [
        ...mentioned.map((shout) => ({
          ...notificationOf(user, 'mention', shout, shout.author, {
            where: heads.get(shout.conversation)?.title ?? '',
          }),
          actors: [shout.author],
        })),
        ...liked.slice(-maxLiked).map((shout) => {
          const actors = likes.flatMap((like) => (like.shout === shout._id ? [like.user] : []));
          return { ...notificationOf(user, 'like', shout, actors.at(-1)!, { count: String(actors.length) }), actors };
        }),
      ];
    });
  // Positions in the list are ids, which sort by the order in which they are made.
  return found
    .sort((a, b) => a.created.getTime() - b.created.getTime())
    .map((notification) => ({ ...notification, order: newId() }));
}
