import { workplacesOf } from '@paddock/contract/core/workplaces';
import { deskTotal, useDeskCounts } from '@paddock/mfe-kit/desk-counts';
import { useText } from '@paddock/mfe-kit/i18n';
import { useInviteHref } from '@paddock/mfe-kit/invite-button';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { languageName } from '@paddock/mfe-kit/language-name';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { appearances, useAppearance } from '@paddock/mfe-kit/platform';
import { useSession, useWorkplaceTitle } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { Icon } from '@paddock/ui/icon';
import { Joined } from '@paddock/ui/joined';
import { Panel } from '@paddock/ui/panel';
import { ListRow, Rows } from '@paddock/ui/row';
import { Segmented } from '@paddock/ui/segmented';
import {
  ArrowRightLeft,
  CircleHelp,
  Gauge,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Settings,
  Sun,
  SunMoon,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useBadgeText } from '../frame/use-tabs';
import { useConfiguredPages } from '../frame/use-configured-pages';
import type { RailOverlayProps } from '../frame/use-rail-overlay';
import styles from './profile-menu.module.css';

interface Row {
  href: string | null;
  icon: LucideIcon;
  title: string;
  /** The current value, or what waits. */
  end?: ReactNode;
  newTabLabel?: string | undefined;
}

/** What a phone has behind its Menu tab, at the foot of the rail. */
export function ProfileMenu(props: RailOverlayProps) {
  const t = useText();
  return (
    <Panel {...props} placement="top start" label={t('menu.title')}>
      <Entries onClose={props.onClose} />
    </Panel>
  );
}

function Entries({ onClose }: { onClose: () => void }) {
  const t = useText();
  const boot = useStore(useKit().deployment);
  const { user, language } = useSession();
  const own = useOwnRows();
  const configured = useConfiguredPages([]);
  const invite = useInviteHref();
  if (!user) return null;
  const settings = (section?: string) => hash(linkAddress(boot, 'account.settings', section ? { section } : {}));
  const profile = hash(linkAddress(boot, 'people.profile', { uid: user.id })) ?? settings();
  const rows = (all: readonly (Row | false)[]) =>
    all.map(
      (row) =>
        row &&
        row.href !== null && (
          <ListRow key={row.title} {...row} href={row.href} height="dense" line={false} onPress={onClose} />
        ),
    );
  return (
    <>
      <ListRow
        href={profile ?? '#/'}
        onPress={onClose}
        line={false}
        className={styles.own}
        start={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" online />}
        title={user.fullname}
        sub={<Joined parts={[user.username, user.company]} />}
        chevron
      />
      <Rows divider="none" className={styles.group}>
        {rows(own)}
      </Rows>
      <Rows divider="none" className={styles.group}>
        {rows([
          { href: settings(), icon: Settings, title: t('menu.settings') },
          boot.languages.length > 1 && {
            href: settings('language'),
            icon: Languages,
            title: t('profile_menu.language'),
            end: <Value>{languageName(language)}</Value>,
          },
        ])}
        {boot.look.theme === 'system' && <Appearance />}
      </Rows>
      {configured.length > 0 && (
        <Rows divider="none" className={styles.group}>
          {rows(configured.map(({ label, ...page }) => ({ ...page, title: label })))}
        </Rows>
      )}
      <Rows divider="none" className={styles.group}>
        {rows([
          { href: invite, icon: UserPlus, title: t('profile_menu.invite') },
          { href: '#/main/diagnostics', icon: CircleHelp, title: t('menu.diagnostics') },
          { href: settings('logout'), icon: LogOut, title: t('profile_menu.log_out') },
        ])}
      </Rows>
    </>
  );
}

/** The admin's desk with what waits there, and the workplace of a member of several. */
function useOwnRows(): Row[] {
  const t = useText();
  const boot = useStore(useKit().deployment);
  const { user } = useSession();
  const badge = useBadgeText();
  const place = useWorkplaceTitle();
  const desk = useDeskCounts();
  const waiting = badge(desk ? deskTotal(desk) : 0);
  const hasChoice = user && (user.admin ? boot.workplaces : workplacesOf(user, boot)).length > 1;
  return [
    ...(desk
      ? [
          {
            href: hash(linkAddress(boot, 'account.admin', {})),
            icon: Gauge,
            title: t('menu.desk'),
            end: waiting && <Badge {...waiting} />,
          },
        ]
      : []),
    ...(hasChoice
      ? [
          {
            href: hash(linkAddress(boot, 'account.settings', { section: 'workplace' })),
            icon: ArrowRightLeft,
            title: t('profile_menu.workplace'),
            end: <Value>{place}</Value>,
          },
        ]
      : []),
  ];
}

const appearanceIcons = { system: Monitor, light: Sun, dark: Moon } as const;

function Appearance() {
  const t = useText();
  const [appearance, choose] = useAppearance();
  return (
    <ListRow
      height="dense"
      line={false}
      icon={SunMoon}
      title={t('profile_menu.appearance')}
      end={
        <Segmented
          label={t('profile_menu.appearance')}
          options={appearances.map((id) => ({
            id,
            label: <Icon of={appearanceIcons[id]} size="s" label={t(`profile_menu.appearances.${id}`)} />,
          }))}
          value={appearance}
          onChange={choose}
        />
      }
    />
  );
}

const Value = ({ children }: { children: ReactNode }) => (
  <bdi className="label text-secondary truncate">{children}</bdi>
);

const hash = (address: string | null) => (address === null ? null : `#${address}`);
