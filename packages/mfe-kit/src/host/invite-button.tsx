import { mayInvite } from '@paddock/contract/calls/users';
import { IconButton } from '@paddock/ui/button';
import { HeaderEnd, HeaderPlace } from '@paddock/ui/pane';
import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useTextsOf } from '../i18n/i18n';
import { useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';
import { linkAddress } from '../navigation/navigation';
import { NotificationBell } from './notification-bell';
import { useSession, useWorkplaceTitle } from '../session/session';

/** The address of the invitation page; null where the member may not invite, or no module serves it (B §6). */
export function useInviteHref(): string | null {
  const { user, workplace, flags } = useSession();
  // The frame's own button in every module: no link of the module.
  const address = linkAddress(useStore(useKit().deployment), 'content.invite', {});
  return user && mayInvite(user, workplace, flags) && address !== null ? `#${address}` : null;
}

/** Tabs that have the button always; the flag adds it to every other. */
const always = ['people', 'home'];

/** Adds invite button, home's bell and the workplace to the header of a tab's page (decisions: Shouts, chats, groups; Workplaces). */
export function TabHeader({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { tabs, flags } = useStore(useKit().deployment);
  const t = useTextsOf('kit');
  const href = useInviteHref();
  const place = useWorkplaceTitle();
  const tab = tabs.find(({ id }) => path === `/main/${id}` || path.startsWith(`/main/${id}/`))?.id;
  const isShown = tab !== undefined && (flags.enable_invite_button_on_all_tabs || always.includes(tab));
  return (
    <HeaderEnd
      value={
        <>
          {isShown && href !== null && <IconButton icon={UserPlus} label={t('invite')} href={href} />}
          {tab === 'home' && <NotificationBell />}
        </>
      }
    >
      <HeaderPlace value={tab === undefined ? undefined : place}>{children}</HeaderPlace>
    </HeaderEnd>
  );
}
