/**
 * Typed links between modules: an id and the parameters of its address; optional ones are in its query. A module exports a link
 * in its manifest; where the target is not deployed the link is absent and the caller hides it.
 */
export interface Links {
  'chats.list': Record<never, never>;
  /** An open chat beside the list; opens at a shout if given. */
  'chats.open': { id: string; shout?: string };
  /** The creation of a group; hide it from members who may not create one. */
  'chats.new_group': Record<never, never>;
  /** A group's page: description, members, ways to join. */
  'chats.group': { id: string };
  'shouts.feed': Record<never, never>;
  /** The conversation of a group, of everybody ('0') or with a member (direct), by chat entry id; opens at a shout if given. */
  'shouts.conversation': { id: string; shout?: string };
  /** A shout with its comments; scrolls to a comment if given. */
  'shouts.shout': { id: string; comment?: string };
  /** The shouts that a member wrote. */
  'shouts.of_member': { uid: string };
  'events.list': Record<never, never>;
  'events.detail': { id: string };
  'people.list': Record<never, never>;
  /** A member's profile, also the viewer's own; by id, or by user name after '@', as in a mention. */
  'people.profile': { uid: string };
  'content.home': Record<never, never>;
  /** The notices of the default namespace. */
  'content.notices': Record<never, never>;
  /** A notice, open in its list. */
  'content.notice': { id: string };
  /** The page to invite people by e-mail; hide it from members who may not. */
  'content.invite': Record<never, never>;
  'content.classified': { id: string };
  /** A PDF in the app, by the id of its file; where it is not deployed, open the file itself. */
  'files.pdf': { id: string };
  /** A folder, or the folder of a file with the file open. */
  'content.file': { id: string };
  /** The viewer's settings; opens at a section if given. */
  'account.settings': { section?: string };
  /** The viewer's notifications. */
  'account.notifications': Record<never, never>;
  /** The admin's desk; hide it from other members. */
  'account.admin': Record<never, never>;
  /** Reported content, for admins; opens at a case if given. */
  'account.moderation': { id?: string };
  'account.login': Record<never, never>;
}
export type LinkId = keyof Links;

type Required<L extends LinkId> = {
  [P in keyof Links[L]]-?: undefined extends Links[L][P] ? never : P;
}[keyof Links[L]];

/** The parameters that each link must have, for links that come from outside, such as the buttons of a shout. */
export const linkParameters: { readonly [L in LinkId]: readonly Required<L>[] } = {
  'chats.list': [],
  'chats.new_group': [],
  'chats.group': ['id'],
  'chats.open': ['id'],
  'shouts.feed': [],
  'shouts.conversation': ['id'],
  'shouts.shout': ['id'],
  'shouts.of_member': ['uid'],
  'events.list': [],
  'events.detail': ['id'],
  'people.list': [],
  'people.profile': ['uid'],
  'content.home': [],
  'content.notices': [],
  'content.notice': ['id'],
  'content.invite': [],
  'content.classified': ['id'],
  'files.pdf': ['id'],
  'content.file': ['id'],
  'account.settings': [],
  'account.notifications': [],
  'account.admin': [],
  'account.moderation': [],
  'account.login': [],
};

/** Slots: a component of one module shown inside another, with its props. */
export interface Slots {
  /** The conversation page without its frame; `onBack` shows a back arrow on a phone. */
  'shouts.conversation': { id: string; onBack?: () => void };
  /**
   * The comments of a record of another module (`kind` and `id` as in `GET comments/{kind}/{id}`). `preview`: the last three, with a
   * link to `address`, the page of all. `page`: that page with its header and composer; scrolls to the comment `linked`.
   */
  'shouts.comments': { kind: string; id: string } & (
    { view: 'preview'; address: string } | { view: 'page'; title: string; linked?: string; onBack: () => void }
  );
  /** Pictures of a record over the whole window, from `start`. */
  'shouts.pictures': { title: string; pictures: readonly string[]; start: number; onClose: () => void };
  /**
   * A visible group as a non-member sees it: blank shapes under 'Not authorized' with Join or Ask to join. Calls `onJoined` after
   * joining.
   */
  'chats.outside': { id: string; onJoined?: () => void };
  /** The sheet that reports content to the admins. */
  'account.report': {
    kind: 'shout' | 'user' | 'event' | 'classified' | 'sponsor' | 'file';
    id: string;
    onClose: () => void;
  };
  /** The viewer's notifications, in a panel of the frame; `onClose` is called when one is opened. */
  'account.notifications': { onClose: () => void };
}
export type SlotId = keyof Slots;
