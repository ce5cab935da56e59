import { type Kit, KitProvider } from '@paddock/mfe-kit/kit-context';
import { withPermittedTabs } from '@paddock/mfe-kit/pages';
import { useStore } from '@paddock/mfe-kit/store';
import { QueryClientProvider } from '@tanstack/react-query';
import { missingAccess } from '@paddock/contract/calls/users';
import { useEffect, useRef } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { BackgroundPieces } from '../modules/background-pieces';
import { ModuleHost } from '../modules/module-host';
import type { Modules } from '../modules/modules';
import { preloadWhenIdle } from '../modules/preload';
import { type Alerts, AlertSheet, useIsExpired } from './alerts';
import { type Destination, destinationOf, startPage } from './destination';
import { Frame } from './frame';
import { lazyPage, loadPages } from './lazy-page';
import { enterWorkplace, takeLinkWorkplace } from './link-workplace';
import { useSelfAtStart } from './refresh-self';
import { usePageTitle } from './use-page-title';
import { useBadgeText } from './use-tabs';
import { useResume } from './use-resume';
import { type ReturnOwner, readReturnUrl, storeReturnUrl, takeReturnUrl } from './return-url';

export interface ShellProps {
  kit: Kit;
  modules: Modules;
  alerts: Alerts;
}

/** The whole page: gate, frame, the address's page, and overlays. */
export function Shell(props: ShellProps) {
  return (
    <QueryClientProvider client={props.kit.queryClient}>
      <KitProvider kit={props.kit} module="shell">
        <Router hook={useHashLocation}>
          <Page {...props} />
        </Router>
      </KitProvider>
    </QueryClientProvider>
  );
}

const profilePath = '/main/profile';
const pageView = { kind: 'page' } as const;
const MenuPage = lazyPage(async () => (await import(/* webpackChunkName: "menu" */ './menu-page')).MenuPage);
const DiagnosticsPage = lazyPage(
  async () => (await import(/* webpackChunkName: "diagnostics" */ '../diagnostics/diagnostics-page')).DiagnosticsPage,
  () => import(/* webpackChunkName: "diagnostics" */ '../diagnostics/diagnostics-texts'),
);

const TokenEntry = lazyPage(
  async () => (await import(/* webpackChunkName: "token" */ '../token-entry/token-entry')).TokenEntry,
  () => import(/* webpackChunkName: "token" */ '../token-entry/token-entry-texts'),
);

function Page({ kit, modules, alerts }: ShellProps) {
  const [address] = useHashLocation();
  const boot = useStore(kit.deployment);
  const session = useStore(kit.session);
  const { token, user, workplace } = session;
  const entry = useStore(kit.entry);
  const visitor = token === null ? null : user;
  const destination = destinationOf(address, boot, visitor, startPage(withPermittedTabs(boot, session)));
  const expired = useIsExpired(alerts, kit);
  const admitted = visitor !== null && missingAccess(visitor, boot) === undefined;
  // The last member signed in in this window: an ended session no longer holds its user.
  const last = useRef<ReturnOwner>(undefined);
  useEffect(() => {
    if (visitor) last.current = { user: visitor.id, workplace };
  }, [visitor, workplace]);

  const to = destination.kind === 'redirect' ? destination.to : null;
  useEffect(() => {
    if (to === null) {
      // The member has arrived: a return URL that was not needed must not redirect them later.
      if (admitted && address.startsWith('/main/')) takeReturnUrl(visitor.id);
      return;
    }
    // The address has changed since this render: its own effect redirects it.
    if (`/${window.location.hash.replace(/^#?\/?/, '')}` !== address) return;
    const returnTo = address.startsWith('/main/') ? address : to === '/verify_pin' ? profilePath : undefined;
    // A new member starts at their own profile, unless another address led them here (A §2).
    const hasOther = returnTo === profilePath && visitor !== null && readReturnUrl(visitor.id) !== undefined;
    if (!admitted && returnTo !== undefined && !hasOther)
      storeReturnUrl(returnTo, last.current, takeLinkWorkplace(kit));
    kit.navigation.go((admitted && returnAddress(kit)) || to, { replace: true });
  }, [address, to, admitted, visitor, kit]);

  useSelfAtStart(kit, admitted);
  useResume(kit);
  const { chats: unread = 0 } = useStore(kit.badges);
  const badge = useBadgeText();
  const arrived = usePageTitle(boot.community.title, address, admitted ? badge(unread)?.text : undefined);
  useEffect(() => preloadWhenIdle(modules, boot, loadPages), [modules, boot]);
  useEffect(() => {
    const ended = ({ code }: { code: string }) => alerts.refused({ code }, { name: 'realtime.session' }, kit);
    return kit.realtime.on('session_ended', ended);
  }, [kit, alerts]);

  return (
    <>
      <div style={{ display: expired ? 'none' : 'contents' }}>
        <Frame kit={kit} modules={modules} destination={destination} bare={!admitted}>
          {entry.token === undefined ? (
            <Content destination={destination} modules={modules} />
          ) : (
            <TokenEntry key={entry.token} kit={kit} token={entry.token} />
          )}
        </Frame>
      </div>
      <p className="sr-only" aria-live="polite">
        {arrived}
      </p>
      {admitted && <BackgroundPieces modules={modules} />}
      <AlertSheet alerts={alerts} kit={kit} />
    </>
  );
}

/** The return URL of a redirected member; switches to the workplace they were in. */
function returnAddress(kit: Kit): string | undefined {
  const { user, workplace } = kit.session.get();
  const returnUrl = user && takeReturnUrl(user.id);
  if (!returnUrl) return undefined;
  enterWorkplace(kit, returnUrl.workplace ?? returnUrl.place?.workplace ?? workplace);
  return returnUrl.address;
}

function Content({ destination, modules }: { destination: Destination; modules: Modules }) {
  switch (destination.kind) {
    case 'module':
      return <ModuleHost key={destination.module} modules={modules} module={destination.module} view={pageView} />;
    case 'menu':
      return <MenuPage modules={modules} />;
    case 'diagnostics':
      return <DiagnosticsPage modules={modules} />;
    case 'redirect':
      return null;
  }
}
