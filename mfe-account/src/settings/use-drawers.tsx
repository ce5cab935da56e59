import { useAppearance } from '@paddock/mfe-kit/platform';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { DrawerItem } from '@paddock/ui/drawer';
import {
  AtSign,
  ArrowRightLeft,
  Bell,
  KeyRound,
  Languages,
  LogOut,
  MessageSquareHeart,
  MonitorSmartphone,
  ShieldCheck,
  SunMoon,
  UserX,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { LogOutDrawer } from './log-out';
import { ChooseAppearance } from './choose-appearance';
import { ChooseLanguage, ownName } from './choose-language';
import { isOn, offeredPreferences } from './preferences';
import { SwitchWorkplace, useWorkplaceChoices } from './switch-workplace';

const ChangePassword = lazy(() => import('./change-password').then((part) => ({ default: part.ChangePassword })));
const ChangeEmail = lazy(() => import('./change-email').then((part) => ({ default: part.ChangeEmail })));
const Security = lazy(() => import('./security').then((part) => ({ default: part.Security })));
const Notifications = lazy(() => import('./notifications').then((part) => ({ default: part.Notifications })));
const DeleteAccount = lazy(() => import('./delete-account').then((part) => ({ default: part.DeleteAccount })));
const GiveFeedback = lazy(() => import('./give-feedback').then((part) => ({ default: part.GiveFeedback })));
const Devices = lazy(() => import('./devices').then((part) => ({ default: part.Devices })));

/** The drawers of Settings for this deployment and member, in order; destructive ones last. */
export function useDrawers(close: () => void): DrawerItem[] {
  const t = useText();
  const toast = useToast();
  const { user, flags, workplace, language } = useSession();
  const deployment = useStore(useKit().deployment);
  const offered = offeredPreferences(deployment);
  const choices = useWorkplaceChoices();
  const [appearance] = useAppearance();
  if (!user) return [];

  const someOff = [...offered.inApp, ...offered.byMail].some(({ key }) => !isOn(user, key));
  const drawers: (DrawerItem | false)[] = [
    !flags.disable_change_password && {
      id: 'password',
      icon: KeyRound,
      title: t('settings.change_password'),
      children: (
        <ChangePassword
          onDone={() => {
            close();
            toast('settings.password_updated');
          }}
        />
      ),
    },
    user.email_verified &&
      !flags.disable_user_edit_email && {
        id: 'email',
        icon: AtSign,
        title: t('settings.change_email'),
        children: (
          <ChangeEmail
            onDone={() => {
              close();
              toast('settings.email_updated');
            }}
          />
        ),
      },
    (flags.totp || flags.passkeys) && {
      id: 'security',
      icon: ShieldCheck,
      title: t('security.title'),
      children: <Security />,
    },
    {
      id: 'devices',
      icon: MonitorSmartphone,
      title: t('settings.devices.title'),
      children: <Devices />,
    },
    {
      id: 'notifications',
      icon: Bell,
      title: t('preferences.title'),
      ...(someOff && { sub: t('preferences.some_off') }),
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
      sub: ownName(language),
      children: <ChooseLanguage languages={deployment.languages} />,
    },
    choices.length > 1 && {
      id: 'workplace',
      icon: ArrowRightLeft,
      title: t('settings.switch_workplace'),
      sub: choices.find(({ id }) => id === workplace)?.title,
      children: <SwitchWorkplace choices={choices} />,
    },
    {
      id: 'feedback',
      icon: MessageSquareHeart,
      title: t('feedback.title'),
      children: (
        <GiveFeedback
          onDone={() => {
            close();
            toast('codes.FEEDBACK_RESPONSE');
          }}
        />
      ),
    },
    { id: 'logout', icon: LogOut, title: t('settings.log_out'), danger: true, children: <LogOutDrawer /> },
    { id: 'delete', icon: UserX, title: t('delete_account.title'), danger: true, children: <DeleteAccount /> },
  ];
  return drawers
    .filter((drawer) => drawer !== false)
    .map((drawer) => ({ ...drawer, children: <Suspense>{drawer.children}</Suspense> }));
}
