import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { ProfilePane } from './profile-pane';

/** A profile as a page; without an id, the member's own. */
export function ProfilePage({ params: { uid } }: ScreenProps<'uid'>) {
  const t = useText();
  const back = useBack();
  const { user } = useSession();
  const id = uid ?? user?.id;
  if (id === undefined) return null;
  return <ProfilePane key={id} uid={id} back={{ label: t('profile.back'), onPress: back, alwaysShown: true }} />;
}
