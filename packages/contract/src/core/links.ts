/**
 * Typed links between modules: an id and the parameters of its address. A module exports a link in its manifest; where the
 * target is not deployed the link is absent and its caller hides it.
 */
export interface Links {
  'chats.list': Record<never, never>;
  'shouts.feed': Record<never, never>;
  /** A group's, the everybody group's ('0') or a member's (direct) conversation, by chat entry id. */
  'shouts.conversation': { id: string };
  'shouts.shout': { id: string };
  'events.list': Record<never, never>;
  'events.detail': { id: string };
  'people.list': Record<never, never>;
  /** A member's profile; the own one for the own id. */
  'people.profile': { uid: string };
  'content.home': Record<never, never>;
  'account.settings': Record<never, never>;
  /** Notices to oneself. */
  'account.notifications': Record<never, never>;
  /** Those who wait for access: for admins. */
  'account.applicants': Record<never, never>;
  'account.login': Record<never, never>;
}
export type LinkId = keyof Links;

/** Slots: a piece of one module shown inside another, with the props it takes. */
export interface Slots {
  /** The conversation page without the frame around it; `onBack` shows a back arrow on a phone. */
  'shouts.conversation': { id: string; onBack?: () => void };
}
export type SlotId = keyof Slots;
