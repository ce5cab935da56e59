import type { FeatureFlag } from './flags.js';
import type { TabId } from './tabs.js';

/**
 * The required role of a caller, in ascending order. `session` is any valid token, also of a member who is not yet verified or
 * approved; `member` is verified, approved and, where required, subscribed.
 */
export const roles = ['anyone', 'session', 'member', 'workplace_admin', 'super_admin'] as const;
export type Role = (typeof roles)[number];

export interface PermissionRule {
  readonly role: Role;
  /** At least one of these tabs must be in the deployment, else `FEATURE_DISABLED`. */
  readonly tabs?: readonly TabId[];
  /** Flags that switch the feature off when true. */
  readonly unless?: readonly FeatureFlag[];
  /** Flags that must not be false. */
  readonly needs?: readonly FeatureFlag[];
}

const conversations = ['chats', 'shouts'] as const;

/**
 * Every permission that a call can declare. One guard checks the role and the switches first; the service checks rules about
 * the single record (author, owner, member of the group …) in its first line.
 */
export const permissions = {
  'boot.read': { role: 'anyone' },
  'logs.write': { role: 'anyone' },
  'operations.read': { role: 'super_admin' },
  'operations.override': { role: 'super_admin' },
  'operations.preview': { role: 'super_admin' },
  'account.enter': { role: 'anyone' },
  'account.read': { role: 'session' },
  'account.leave': { role: 'session' },
  'account.change_password': { role: 'session', unless: ['disable_change_password'] },
  'account.profile_image': { role: 'session' },
  'account.verify_email': { role: 'session' },
  /** By a mailed link: the token is the credential. A call with another way in checks that itself. */
  'account.by_link': { role: 'anyone' },
  'account.approve': { role: 'workplace_admin' },
  'account.jwt': { role: 'member' },
  'account.preferences': { role: 'session' },
  'account.export': { role: 'session' },
  'account.delete': { role: 'session' },
  'feedback.send': { role: 'member' },
  'feedback.read': { role: 'workplace_admin' },
  'account.terminate': { role: 'super_admin' },
  'account.third_party': { role: 'anyone', needs: ['third_party_auth'] },
  'account.security': { role: 'session' },
  'account.totp': { role: 'session', needs: ['totp'] },
  'account.lift_totp': { role: 'super_admin', needs: ['totp'] },
  'account.passkeys': { role: 'session', needs: ['passkeys'] },
  'account.passkey_login': { role: 'anyone', needs: ['passkeys'] },
  'items.read': { role: 'anyone' },
  'items.write': { role: 'workplace_admin' },
  'items.set_subscription': { role: 'super_admin' },
  'notifications.read': { role: 'member' },
  'files.upload': { role: 'member' },
  'files.delete': { role: 'member', unless: ['disable_upload_modification'] },
  'files.read': { role: 'anyone' },
  'badges.read': { role: 'member' },
  'chats.read': { role: 'member', tabs: conversations },
  'chats.mark': { role: 'member', tabs: conversations },
  'chats.archive': { role: 'member', tabs: conversations, unless: ['disable_archive'] },
  'groups.read': { role: 'member', tabs: conversations },
  'groups.write': { role: 'member', tabs: conversations },
  'groups.set_read_only': { role: 'member', tabs: conversations, needs: ['per_user_read_only'] },
  'groups.link': { role: 'member', tabs: conversations, needs: ['deep_linking'] },
  /** By an owner's mailed link, or by a signed-in owner; the call checks that itself. */
  'groups.by_link': { role: 'anyone', tabs: conversations },
  'shouts.read': { role: 'member', tabs: conversations },
  'shouts.post': { role: 'member', tabs: conversations },
  'shouts.delete': { role: 'member', tabs: conversations },
  'shouts.like': { role: 'member', tabs: conversations, unless: ['disable_likes'] },
  /** Beside the permission to read the shout or record that is commented on. */
  'comments.read': { role: 'member', tabs: conversations, unless: ['disable_comments'] },
  'shouts.vote': { role: 'member', tabs: conversations },
  'shouts.report': { role: 'member', tabs: conversations },
  'events.read': { role: 'member', tabs: ['events'] },
  'events.write': { role: 'member', tabs: ['events'] },
  'events.mark': { role: 'member', tabs: ['events'] },
  'events.sync': { role: 'workplace_admin', tabs: ['events'] },
  'events.shift': { role: 'workplace_admin', tabs: ['events'] },
  'events.reply': { role: 'member', tabs: ['events'], needs: ['rsvp'] },
  'events.check_in': { role: 'member', tabs: ['events'], needs: ['rsvp'] },
  'events.rate': { role: 'member', tabs: ['events'], needs: ['event_ratings'] },
  'events.report': { role: 'member', tabs: ['events'] },
  'sponsors.read': { role: 'member', tabs: ['notices'] },
  /** Workplace admins and the notice's owner. */
  'sponsors.write': { role: 'member', tabs: ['notices'] },
  'sponsors.manage': { role: 'workplace_admin', tabs: ['notices'] },
  'sponsors.mark': { role: 'member', tabs: ['notices'] },
  'sponsors.report': { role: 'member', tabs: ['notices'] },
  'people.list': { role: 'member', tabs: ['people'], unless: ['hide_people_tab'] },
  /** The calls themselves check `people_tab.by_distance`. */
  'people.closest': { role: 'member', tabs: ['people'], unless: ['hide_people_tab'] },
  'people.forget_position': { role: 'session' },
  'people.search': { role: 'member' },
  'people.profile': { role: 'member' },
  'people.report': { role: 'member' },
  /** Own profiles; those of others by workplace admins only. */
  'people.edit': { role: 'member' },
  'people.block': { role: 'member' },
  'people.roles': { role: 'workplace_admin' },
  'moderation.read': { role: 'workplace_admin' },
  'moderation.decide': { role: 'workplace_admin' },
  /** The call itself checks `disable_invite_button_for_users`, which admins pass. */
  'invitations.send': { role: 'member' },
  'invitations.verify': { role: 'anyone' },
  'classifieds.read': { role: 'member', tabs: ['classifieds'] },
  'classifieds.write': { role: 'member', tabs: ['classifieds'] },
  'classifieds.mark': { role: 'member', tabs: ['classifieds'] },
  'classifieds.report': { role: 'member', tabs: ['classifieds'] },
  /** By a reminder's link: the token is the credential. */
  'classifieds.by_link': { role: 'anyone', tabs: ['classifieds'] },
  'links.read': { role: 'member', tabs: ['links'] },
  'links.update': { role: 'workplace_admin', tabs: ['links'] },
  'links.create': { role: 'super_admin', tabs: ['links'] },
  'folders.read': { role: 'member', tabs: ['files'] },
  /** The call itself checks `files_tab.everybody_can_create`, and owner or admin of what it changes. */
  'folders.write': { role: 'member', tabs: ['files'] },
  'folders.mark': { role: 'member', tabs: ['files'] },
  'folders.report': { role: 'member', tabs: ['files'] },
  'rooms.read': { role: 'member', tabs: ['rooms'] },
  'rooms.book': { role: 'member', tabs: ['rooms'] },
  /** The call itself checks `rooms_tab.disable_admin_edit`. */
  'rooms.manage': { role: 'workplace_admin', tabs: ['rooms'] },
  /** By a mailed link, a wall display's address, or a signed-in member who may decide; the call checks that itself. */
  'rooms.by_link': { role: 'anyone', tabs: ['rooms'] },
  /** Admins of the workplace read all dues, others their own; the calls themselves check that. */
  'dues.read': { role: 'member', tabs: ['dues'] },
  /** The call itself checks `card_public_key`. */
  'dues.pay': { role: 'member', tabs: ['dues'] },
  'dues.manage': { role: 'workplace_admin', tabs: ['dues'] },
  'dues.create': { role: 'super_admin', tabs: ['dues'] },
  /** Members who need a plan are no members yet. */
  'subscription.read': { role: 'session' },
  'subscription.buy_web': { role: 'session', needs: ['web_subscriptions'] },
  'subscription.buy_in_store': { role: 'session', needs: ['in_app_subscriptions'] },
  'webview.open': { role: 'member', tabs: ['webview'] },
  'home.read': { role: 'member', tabs: ['home'] },
} as const satisfies Record<string, PermissionRule>;

export type Permission = keyof typeof permissions;

/** The permission of a tab that the specification does not name, declared in the tab's own contract file: `timing.read`. */
export interface TabPermission extends PermissionRule {
  readonly name: `${string}.${string}`;
  readonly tabs: readonly [TabId, ...TabId[]];
}
export type AnyPermission = Permission | TabPermission;

/** The role and switches that a permission requires. */
export const ruleOf = (permission: AnyPermission): PermissionRule =>
  typeof permission === 'string' ? permissions[permission] : permission;

/** The name under which manifests and the API document list a permission. */
export const nameOfPermission = (permission: AnyPermission): string =>
  typeof permission === 'string' ? permission : permission.name;
