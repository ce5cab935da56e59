import type { createKit } from '@paddock/mfe-kit/create-kit';
import { KitProvider } from '@paddock/mfe-kit/kit-context';
import { useStore } from '@paddock/mfe-kit/store';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { BackgroundPieces } from '../modules/background-pieces';
import { ModuleHost } from '../modules/module-host';
import type { Modules } from '../modules/modules';
import { preloadWhenIdle } from '../modules/preload';
import { type Alerts, AlertSheet } from './alerts';
import { type Destination, destinationOf } from './destination';
import { Frame } from './frame';
import { lazyPage, loadPages } from './lazy-page';
import { useResume } from './use-resume';

export interface ShellProps {
  kit: ReturnType<typeof createKit>;
  modules: Modules;
  alerts: Alerts;
}

/** The whole page: gate, frame, the page that the address leads to, and what floats above. */
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

const pageView = { kind: 'page' } as const;
const MenuPage = lazyPage(async () => (await import('./menu-page')).MenuPage);
const DiagnosticsPage = lazyPage(async () => (await import('../diagnostics/diagnostics-page')).DiagnosticsPage);

function Page({ kit, modules, alerts }: ShellProps) {
  const [address] = useHashLocation();
  const boot = useStore(kit.deployment);
  const signedIn = useStore(kit.session).token !== null;
  const destination = destinationOf(address, boot, signedIn);
  // Where a visitor wanted to go before signing in.
  const wanted = useRef<string>(undefined);

  const to = destination.kind === 'redirect' ? destination.to : null;
  useEffect(() => {
    if (to === null) {
      if (signedIn) kit.navigation.visited(address);
      return;
    }
    // The address has changed since this was drawn: the newer one is led on by its own turn, and not overwritten here.
    if (`/${window.location.hash.replace(/^#?\/?/, '')}` !== address) return;
    if (!signedIn && address.startsWith('/main/')) wanted.current = address;
    const target = signedIn ? (wanted.current ?? to) : to;
    if (signedIn) wanted.current = undefined;
    kit.navigation.go(target, { replace: true });
  }, [address, to, signedIn, kit]);

  useResume(kit);
  useEffect(() => preloadWhenIdle(modules, boot, loadPages), [modules, boot]);
  useEffect(() => {
    const ended = kit.realtime.on('session_ended', ({ code }) =>
      alerts.refused({ code }, { name: 'realtime.session' }, kit),
    );
    return ended;
  }, [kit, alerts]);

  return (
    <>
      <Frame kit={kit} modules={modules} destination={destination} bare={!signedIn}>
        <Content destination={destination} modules={modules} />
      </Frame>
      {signedIn && <BackgroundPieces modules={modules} />}
      <AlertSheet alerts={alerts} kit={kit} />
    </>
  );
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
