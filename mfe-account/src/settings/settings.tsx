import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useModuleVersion, useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { type DrawerItem, Drawers } from '@paddock/ui/drawer';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ArrowRightLeft, KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import styles from './settings.module.css';
import { SwitchWorkplace, useWorkplaceChoices } from './switch-workplace';

const ChangePassword = lazy(() => import('./change-password').then((part) => ({ default: part.ChangePassword })));

/** Drawers, one open at a time; what was typed is gone when a drawer closes (A §2, Settings). */
export function Settings() {
  const t = useText();
  const toast = useToast();
  const { user, community, flags, workplace, signOut } = useSession();
  const version = useModuleVersion();
  const [open, setOpen] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const choices = useWorkplaceChoices();
  if (!user) return null;

  const drawers: DrawerItem[] = [];
  if (!flags.disable_change_password)
    drawers.push({
      id: 'password',
      icon: KeyRound,
      title: t('settings.change_password'),
      children: (
        <Suspense>
          <ChangePassword
            onDone={() => {
              setOpen(null);
              toast('settings.password_updated');
            }}
          />
        </Suspense>
      ),
    });
  if (choices.length > 1)
    drawers.push({
      id: 'workplace',
      icon: ArrowRightLeft,
      title: t('settings.switch_workplace'),
      sub: choices.find(({ id }) => id === workplace)?.title,
      children: <SwitchWorkplace choices={choices} />,
    });
  drawers.push({
    id: 'logout',
    icon: LogOut,
    title: t('settings.log_out'),
    danger: true,
    children: (
      <div className="stack g3">
        <p className="two">{t('settings.log_out_text', { community: community.title })}</p>
        <Button
          variant="danger-outline"
          pending={leaving}
          onPress={() => {
            setLeaving(true);
            void signOut();
          }}
        >
          {t('settings.log_out')}
        </Button>
      </div>
    ),
  });

  return (
    <Pane label={t('settings.title')} ground>
      <ScreenHeader title={t('settings.title')} mid="wide" />
      <Scroll>
        <div className={styles.columns}>
          <Card pad>
            <div className="inline g4">
              <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} online />
              <div className="grow">
                <p className="heading clip">{user.fullname}</p>
                <p className="label two clip">{[user.username, user.company].filter(Boolean).join(' · ')}</p>
                <p className="label three clip">{user.email}</p>
              </div>
            </div>
          </Card>
          <Card>
            <Drawers items={drawers} open={open} onChange={setOpen} />
          </Card>
          <p className={`${styles.foot} label three`}>
            <Link href="/main/privacy" className="link">
              {t('legal.privacy')}
            </Link>
            {' · '}
            <Link href="/main/terms" className="link">
              {t('legal.terms')}
            </Link>
            {' · '}
            {t('settings.version', { version })}
          </p>
        </div>
      </Scroll>
    </Pane>
  );
}
