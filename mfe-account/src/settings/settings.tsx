import { useText } from '@paddock/mfe-kit/i18n';
import { useInviteHref } from '@paddock/mfe-kit/invite-button';
import { Link } from '@paddock/mfe-kit/navigation';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useModuleVersion, useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { Drawers } from '@paddock/ui/drawer';
import { Joined } from '@paddock/ui/joined';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { ExternalLink, Flag, MessageSquareHeart, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useWaitingApplicants } from '../applicants/waiting-applicants';
import { useOpenReports } from '../moderation/open-reports';
import styles from './settings.module.css';
import { useDrawers } from './use-drawers';

/** Drawers, one open at a time; closing a drawer discards its input (A §2, Settings). */
export function Settings() {
  const t = useText();
  const { user, flags } = useSession();
  const version = useModuleVersion();
  const platform = usePlatform();
  const waiting = useWaitingApplicants();
  const reports = useOpenReports();
  const [open, setOpen] = useState<string | null>(null);
  const invite = useInviteHref();
  const drawers = useDrawers(() => setOpen(null));
  if (!user) return null;

  // Stores forbid links to other payment options.
  const link = platform.kind === 'ios' ? undefined : flags.settings_link;
  return (
    <Pane label={t('settings.title')} surface="canvas">
      <ScreenHeader title={t('settings.title')} column="wide" />
      <Scroll>
        <div className={styles.columns}>
          <Card pad>
            <div className="inline gap-4">
              <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} online />
              <div className="grow">
                <p className="heading truncate">{user.fullname}</p>
                <p className="label text-secondary truncate">
                  <Joined parts={[user.username, user.company]} />
                </p>
                <p className="label text-tertiary truncate">{user.email}</p>
              </div>
            </div>
          </Card>
          <div className="stack gap-4">
            {(waiting.isAdmin || reports.isAdmin) && (
              <Card>
                <Rows divider="icon">
                  {waiting.isAdmin && (
                    <ListRow
                      href="#/main/applicants"
                      icon={UserPlus}
                      title={t('applicants.title')}
                      end={<Badge count={waiting.count} spoken={t('applicants.waiting', { count: waiting.count })} />}
                      chevron
                    />
                  )}
                  {reports.isAdmin && (
                    <ListRow
                      href="#/main/moderation"
                      icon={Flag}
                      title={t('settings.reports')}
                      end={
                        <Badge count={reports.count} spoken={t('settings.open_reports', { count: reports.count })} />
                      }
                      chevron
                    />
                  )}
                  {reports.isAdmin && (
                    <ListRow href="#/main/feedback" icon={MessageSquareHeart} title={t('feedback.inbox')} chevron />
                  )}
                </Rows>
              </Card>
            )}
            <Card>
              <Drawers items={drawers} open={open} onChange={setOpen} />
            </Card>
            {invite !== null && (
              <Card>
                <Rows divider="none">
                  <ListRow href={invite} icon={UserPlus} title={t('settings.invite')} chevron />
                </Rows>
              </Card>
            )}
            {link && (
              <Card>
                <Rows divider="none">
                  <ListRow
                    href={link.url}
                    newTabLabel={t('settings.new_tab')}
                    icon={ExternalLink}
                    title={link.title}
                    chevron
                  />
                </Rows>
              </Card>
            )}
          </div>
          <p className={`${styles.foot} label text-tertiary`}>
            <Link href="/privacy" className="link">
              {t('legal.privacy')}
            </Link>
            {' · '}
            <Link href="/terms" className="link">
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
