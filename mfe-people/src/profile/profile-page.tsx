import { findMember } from '@paddock/contract/calls/people';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { ProfilePane } from './profile-pane';

/** A profile as a page, by id or `@` with a user name; without one, the member's own. */
export function ProfilePage({ params }: ScreenProps<'uid'>) {
  const t = useText();
  const back = useBack();
  const { user } = useSession();
  const uid = params.uid?.replace(/^%40/, '@');
  const isName = uid?.startsWith('@') ?? false;
  const named = useCallQuery(findMember, { username: uid?.slice(1) ?? '' }, { enabled: isName });
  // Under an unknown name as under an unknown id, the profile's own request fails and says why.
  const id = isName && !named.isError ? named.data?.id : (uid ?? user?.id);
  if (id === undefined) return null;
  return <ProfilePane key={id} uid={id} back={{ label: t('profile.back'), onPress: back, alwaysShown: true }} />;
}
