import type { Boot } from '@paddock/contract/calls/boot';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import type { TabId } from '@paddock/contract/core/tabs';
import type { MailingType, NotificationType, Preferences } from '@paddock/contract/calls/users';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useRef, useState } from 'react';

/** A switch: a field of the own record, or the notices of one namespace. */
export type PreferenceKey = NotificationType | MailingType | 'seen_marks' | `pn_sponsors.${string}`;

export interface Offered {
  key: PreferenceKey;
  /** The tab's title, for a namespace with several tabs in the deployment. */
  title?: string | undefined;
}

/** Milliseconds in which several switches cause one call (A §9). */
const gatherMs = 1000;

const tabOf: Partial<Record<NotificationType | MailingType, readonly TabId[]>> = {
  pn_mention: ['chats', 'shouts'],
  pn_comment: ['chats', 'shouts'],
  pn_like: ['chats', 'shouts'],
  pn_event: ['events'],
  pn_file: ['files'],
  pn_booking: ['rooms'],
  pn_classified: ['classifieds'],
  mailing_mention: ['chats', 'shouts'],
  mailing_dm: ['chats', 'shouts'],
  mailing_event: ['events'],
  mailing_booking: ['rooms'],
  mailing_classified_reminder: ['classifieds'],
};
const inApp: readonly NotificationType[] = [
  'pn_mention',
  'pn_comment',
  'pn_like',
  'pn_event',
  'pn_file',
  'pn_booking',
  'pn_classified',
];
const byMail: readonly MailingType[] = [
  'mailing_important',
  'mailing_mention',
  'mailing_dm',
  'mailing_event',
  'mailing_booking',
  'mailing_classified_reminder',
];

/** The notifications this deployment can send and what its chats can show; none for tabs and features that it lacks (A §3). */
export function offeredPreferences({ tabs, flags }: Pick<Boot, 'tabs' | 'flags'>): {
  inApp: Offered[];
  byMail: Offered[];
  inChats: Offered[];
} {
  const off: Partial<Record<NotificationType | MailingType, boolean>> = {
    pn_mention: flags.disable_mentions,
    mailing_mention: flags.disable_mentions,
    pn_comment: flags.disable_comments,
    pn_like: flags.disable_likes,
    mailing_dm: flags.direct_messages_enabled === false,
  };
  const has = (key: NotificationType | MailingType) =>
    !off[key] && (tabOf[key]?.some((tab) => tabs.some(({ id }) => id === tab)) ?? true);
  const notices = tabs
    .filter(({ id }) => id === 'notices')
    .map(({ title, namespace }) => ({
      key: `pn_sponsors.${namespace ?? flags.sponsors_tab.namespace}` as const,
      title,
    }));
  const offered = (keys: readonly (NotificationType | MailingType)[]) =>
    keys.filter(has).map((key): Offered => ({ key }));
  return {
    inApp: [...offered(inApp), ...notices],
    byMail: offered(byMail),
    // Direct chats need no chats tab.
    inChats: has('mailing_dm') ? [{ key: 'seen_marks' }] : [],
  };
}

/** A kind of notification with its switches: in the app with its push messages, and by e-mail. */
export interface KindRow {
  /** The key that names the row. */
  key: PreferenceKey;
  title?: string | undefined;
  app?: PreferenceKey;
  mail?: PreferenceKey;
}

const mailOf: Partial<Record<PreferenceKey, MailingType>> = {
  pn_mention: 'mailing_mention',
  pn_event: 'mailing_event',
  pn_booking: 'mailing_booking',
  pn_classified: 'mailing_classified_reminder',
};

/** One row per kind, those with mails only at the end. */
export function kindRows({ inApp, byMail }: { inApp: readonly Offered[]; byMail: readonly Offered[] }): KindRow[] {
  const mails = new Set(byMail.map(({ key }) => key));
  const rows = inApp.map(({ key, title }): KindRow => {
    const mail = mailOf[key];
    return { key, title, app: key, ...(mail && mails.delete(mail) && { mail }) };
  });
  return [...rows, ...[...mails].map((key) => ({ key, mail: key }))];
}

const namespaceOf = (key: PreferenceKey) =>
  key.startsWith('pn_sponsors.') ? key.slice('pn_sponsors.'.length) : undefined;

/** A missing preference counts as true (A §3). */
export function isOn(stored: Preferences, key: PreferenceKey): boolean {
  const namespace = namespaceOf(key);
  const value =
    namespace === undefined
      ? stored[key as NotificationType | MailingType | 'seen_marks']
      : stored.pn_sponsors?.[namespace];
  return value !== false;
}

type Changes = Record<string, boolean>;

/** The call's input: changed fields only; the changed namespaces of notices as JSON text (A §7). */
function inputOf(changes: Changes) {
  const plain: Record<string, boolean> = {};
  const sponsors: Record<string, boolean> = {};
  for (const [key, on] of Object.entries(changes)) {
    const namespace = namespaceOf(key as PreferenceKey);
    if (namespace === undefined) plain[key] = on;
    else sponsors[namespace] = on;
  }
  const hasSponsors = Object.keys(sponsors).length > 0;
  return { ...plain, ...(hasSponsors && { pn_sponsors: JSON.stringify(sponsors) }) };
}

/** The switches' state: changes at once, is sent a second after the last change, and reverts on failure. */
export function usePreferences(): {
  isOn: (key: PreferenceKey) => boolean;
  set: (key: PreferenceKey, on: boolean) => void;
} {
  const { user, updateUser } = useSession();
  const toast = useToast();
  const { mutateAsync } = useCallMutation(updatePreferences);
  const [changes, setChanges] = useState<Changes>({});
  const waiting = useRef<Changes>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = async () => {
    clearTimeout(timer.current);
    const sent = waiting.current;
    waiting.current = {};
    if (!user || Object.keys(sent).length === 0) return;
    try {
      let stored = await mutateAsync({ id: user.id, ...inputOf(sent) });
      // Former services replace the namespaces in place of adding to them.
      const all = { ...user.pn_sponsors, ...stored.pn_sponsors };
      if (Object.keys(all).some((name) => stored.pn_sponsors?.[name] === undefined))
        stored = await mutateAsync({ id: user.id, pn_sponsors: JSON.stringify(all) });
      updateUser(stored);
      toast('codes.PN_UPDATED');
    } catch {
      toast('codes.PN_ERROR_RESPONSE', { kind: 'bad' });
    }
    // Keep switches that have changed again meanwhile: their own call decides.
    const isSettled = (key: string) => key in sent && !(key in waiting.current);
    setChanges((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !isSettled(key))));
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  // Flush pending changes on unmount.
  useEffect(() => () => void latest.current(), []);

  return {
    isOn: (key) => changes[key] ?? (user === null || isOn(user, key)),
    set(key, on) {
      waiting.current = { ...waiting.current, [key]: on };
      setChanges((now) => ({ ...now, [key]: on }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), gatherMs);
    },
  };
}
