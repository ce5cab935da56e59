import { readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { IconButton } from '@paddock/ui/button';
import { type BackProps, Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Settings } from 'lucide-react';
import { ProfileBody } from './profile-body';
import { ReportMember } from './report-member';

interface ProfilePaneProps {
  uid: string;
  back: BackProps;
  /** Shown beside the directory on wide screens, where it needs no back button. */
  beside?: boolean;
}

/** A member's profile with its loading and error states (A §2, Profiles). */
export function ProfilePane({ uid, back, beside = false }: ProfilePaneProps) {
  const t = useText();
  const { user } = useSession();
  const settings = useHref('account.settings', {});
  const answer = useCallQuery(readProfile, { id: uid }, { live: true });
  const own = uid === user?.id;
  const gone = answer.error?.status === 404;
  const profile = gone ? undefined : answer.data;
  const title = own ? t('profile.own') : t('profile.title');
  return (
    <Pane {...(beside && { part: 'detail' })} label={profile?.fullname ?? title} surface="canvas">
      <ScreenHeader
        {...(own && { title, level: 2 as const })}
        back={back}
        column={!beside}
        actions={
          own
            ? settings !== null && <IconButton icon={Settings} label={t('profile.settings')} href={settings} />
            : profile && !profile.admin && !profile.workplace_admin && <ReportMember member={profile} />
        }
      />
      <Scroll surface="canvas">
        {profile ? (
          <ProfileBody profile={profile} own={own} />
        ) : gone ? (
          <Empty title={t('profile.gone')} />
        ) : answer.isError ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Column>
            <Skeleton shape="profile" count={1} label={t('loading')} />
          </Column>
        )}
      </Scroll>
    </Pane>
  );
}
