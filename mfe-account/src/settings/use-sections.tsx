import { readSecurity } from '@paddock/contract/calls/second-factor';
import { readSessions } from '@paddock/contract/calls/sessions';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { languageName } from '@paddock/mfe-kit/language-name';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useAppearance } from '@paddock/mfe-kit/platform';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { DrawerItem } from '@paddock/ui/drawer';
import { Joined } from '@paddock/ui/joined';
import {
  AtSign,
  ArrowRightLeft,
  Bell,
  CreditCard,
  KeyRound,
  Languages,
  LogOut,
  MessageSquareHeart,
  MonitorSmartphone,
  ShieldCheck,
  SunMoon,
  UserX,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { LogOutSection } from './log-out';
import { ChooseAppearance } from './choose-appearance';
import { ChooseLanguage } from './choose-language';
import { isOn, offeredPreferences } from '../preferences/preferences';
import { useSubscriptionValue } from '../subscription/use-subscription-value';
import styles from './settings.module.css';
import { SwitchWorkplace, useWorkplaceChoices } from './switch-workplace';

const ChangePassword = lazy(() => import('./change-password').then((part) => ({ default: part.ChangePassword })));
const ChangeEmail = lazy(() => import('./change-email').then((part) => ({ default: part.ChangeEmail })));
const Security = lazyPart(
  () => import('../security/security'),
  'Security',
  () => import('../security/security-texts'),
);
const Notifications = lazyPart(
  () => import('../preferences/notifications'),
  'Notifications',
  () => import('../preferences/preferences-texts'),
);
const DeleteAccount = lazy(() => import('./delete-account').then((part) => ({ default: part.DeleteAccount })));
const GiveFeedback = lazy(() => import('./give-feedback').then((part) => ({ default: part.GiveFeedback })));
const SubscriptionSection = lazy(() =>
  import('../subscription/subscription-section').then((part) => ({ default: part.SubscriptionSection })),
);
const Devices = lazy(() => import('./devices').then((part) => ({ default: part.Devices })));

/** A part of the settings with its current value; `id` is the end of its address. */
export type Section = DrawerItem;

interface Sections {
  groups: Section[][];
  /** Log out, then delete account. */
  last: [leave: Section, erase: Section];
}

/** The sections of the settings for this deployment and member. `open` is the id of the open one, which stays. */
export function useSections(close: () => void, open?: string): Sections {
  const t = useText();
  const toast = useToast();
  const { user, flags } = useSession();
  const done = (text: 'settings.password_updated' | 'settings.email_updated' | 'codes.FEEDBACK_RESPONSE') => () => {
    close();
    toast(text);
  };
  const own = useOwnSections();
  const devices = useCallQuery(readSessions, {}).data?.sessions.length;
  // Accounts of a former provider can be removed where no factor is on.
  const { value: security, hasIdentities } = useSecurityValue();
  const account: (Section | false)[] = [
    !flags.disable_change_password && {
      id: 'password',
      icon: KeyRound,
      title: t('settings.change_password'),
      children: <ChangePassword onDone={done('settings.password_updated')} />,
    },
    user?.email_verified === true &&
      !flags.disable_user_edit_email && {
        id: 'email',
        icon: AtSign,
        title: t('settings.change_email'),
        sub: <bdi className={styles.address}>{user.email}</bdi>,
        children: <ChangeEmail onDone={done('settings.email_updated')} />,
      },
    (hasSecurity(flags) || hasIdentities || open === 'security') && {
      id: 'security',
      icon: ShieldCheck,
      title: t('security.title'),
      sub: security,
      children: <Security />,
    },
    {
      id: 'devices',
      icon: MonitorSmartphone,
      title: t('settings.devices.title'),
      sub: devices !== undefined && t('settings.devices.count', { count: devices }),
      children: <Devices />,
    },
  ];
  const subscription = useSubscriptionValue();
  const more: (Section | false)[] = [
    subscription !== null && {
      id: 'subscription',
      icon: CreditCard,
      title: t('settings.subscriptions'),
      sub: subscription.value,
      children: <SubscriptionSection />,
    },
    {
      id: 'feedback',
      icon: MessageSquareHeart,
      title: t('feedback.title'),
      children: <GiveFeedback onDone={done('codes.FEEDBACK_RESPONSE')} />,
    },
  ];
  return {
    groups: [own, account, more].map((group) => group.filter((section) => section !== false).map(whenLoaded)),
    last: [
      { id: 'logout', icon: LogOut, title: t('settings.log_out'), children: <LogOutSection /> },
      whenLoaded({
        id: 'delete',
        icon: UserX,
        title: t('delete_account.title'),
        danger: true,
        children: <DeleteAccount />,
      }),
    ],
  };
}

/** What reaches the member, and how the app looks. */
function useOwnSections(): Section[] {
  const t = useText();
  const { user, workplace, language } = useSession();
  const deployment = useStore(useKit().deployment);
  const choices = useWorkplaceChoices();
  const [appearance] = useAppearance();
  const offered = offeredPreferences(deployment);
  const areSomeOff = user !== null && [...offered.inApp, ...offered.byMail].some(({ key }) => !isOn(user, key));
  const quiet = user?.quiet_hours && t('settings.notifications.quiet_since', { from: user.quiet_hours.from });
  const sections: (Section | false)[] = [
    {
      id: 'notifications',
      icon: Bell,
      title: t('settings.notifications.title'),
      sub: (
        <Joined parts={[t(areSomeOff ? 'settings.notifications.some_off' : 'settings.notifications.all_on'), quiet]} />
      ),
      children: <Notifications offered={offered} />,
    },
    deployment.look.theme === 'system' && {
      id: 'appearance',
      icon: SunMoon,
      title: t('settings.appearance'),
      sub: t(`settings.appearances.${appearance}`),
      children: <ChooseAppearance />,
    },
    deployment.languages.length > 1 && {
      id: 'language',
      icon: Languages,
      title: t('settings.language'),
      sub: languageName(language),
      children: <ChooseLanguage languages={deployment.languages} />,
    },
    choices.length > 1 && {
      id: 'workplace',
      icon: ArrowRightLeft,
      title: t('settings.switch_workplace'),
      sub: choices.find(({ id }) => id === workplace)?.title,
      children: <SwitchWorkplace choices={choices} />,
    },
  ];
  return sections.filter((section) => section !== false);
}

function useSecurityValue(): { value?: ReactNode; hasIdentities: boolean } {
  const t = useText();
  const { data } = useCallQuery(readSecurity, {});
  if (!data) return { hasIdentities: false };
  const { totp, passkeys, identities } = data;
  const hasIdentities = identities.length > 0;
  if (!totp && passkeys.length === 0 && !hasIdentities) return { value: t('security.password_only'), hasIdentities };
  const value = (
    <Joined
      parts={[
        totp && t('security.totp.title'),
        passkeys.length > 0 && t('security.passkeys.title'),
        ...identities.map(({ provider }) => provider),
      ]}
    />
  );
  return { value, hasIdentities };
}

const hasSecurity = ({ totp, passkeys, third_party_auth }: ReturnType<typeof useSession>['flags']): boolean =>
  totp || passkeys || third_party_auth !== false;

const whenLoaded = (section: Section): Section => ({ ...section, children: <Suspense>{section.children}</Suspense> });
