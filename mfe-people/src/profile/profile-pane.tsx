import { readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { IconButton } from '@paddock/ui/button';
import { type BackProps, Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Settings } from 'lucide-react';
import { Suspense } from 'react';

// A phone shows a profile only after a tap.
const ProfileBody = lazyPart(() => import('./profile-body'), 'ProfileBody');
const MemberMenu = lazyPart(
  () => import('../acts/member-menu'),
  'MemberMenu',
  () => import('../acts/act-texts'),
);

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
  const loading = (
    <Column>
      <Skeleton shape="profile" count={1} label={t('loading')} />
    </Column>
  );
  return (
    <Pane {...(beside && { part: 'detail' })} label={profile?.fullname ?? title} surface="canvas">
      <ScreenHeader
        {...(own && { title, level: 2 as const })}
        back={back}
        column={!beside}
        actions={
          own
            ? settings !== null && <IconButton icon={Settings} label={t('profile.settings')} href={settings} />
            : profile && (
                <Suspense fallback={null}>
                  <MemberMenu member={profile} />
                </Suspense>
              )
        }
      />
      <Scroll surface="canvas">
        {profile ? (
          <Suspense fallback={loading}>
            <ProfileBody profile={profile} own={own} />
          </Suspense>
        ) : gone ? (
          <Empty title={t('profile.gone')} />
        ) : answer.isError ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          loading
        )}
      </Scroll>
    </Pane>
  );
}
