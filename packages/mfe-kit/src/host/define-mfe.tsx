import type { SlotId, Slots } from '@paddock/contract/core/links';
import type { ManifestData } from '@paddock/contract/core/manifest';
import { QueryClientProvider } from '@tanstack/react-query';
import React, { Component, type ComponentType, type ReactNode, StrictMode, Suspense } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import type { AppProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import { type BaseLocationHook, Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { addMessages, type MessageTable } from '../i18n/i18n';
import { KitProvider, type Kit } from '../kit/kit-context';

/** A screen gets the parameters of its address: `/main/events/:id` → `params.id`. */
export interface ScreenProps<Params extends string = never> {
  params: Readonly<Record<Params, string>>;
}

// Screens differ in the parameters they read; the address pattern decides which ones there are.
type AnyScreen = ComponentType<{ params: never }>;

export interface MfeDefinition {
  manifest: ManifestData;
  /** Address pattern below the hash → screen. Every tab and route of the manifest needs one (checked by the build). */
  screens: Record<string, AnyScreen>;
  /** Pieces shown inside other modules, by slot id. */
  slots?: { [S in SlotId]?: ComponentType<Slots[S]> };
  /** Runs without output while a member is signed in, e.g. to keep a badge. */
  background?: ComponentType;
  messages: MessageTable;
}

/** What the shell passes when it mounts one piece of a module. */
export interface MountProps {
  kit: Kit;
  view: { kind: 'page' } | { kind: 'slot'; slot: SlotId; slotProps: Slots[SlotId] } | { kind: 'background' };
  /** Told when the piece threw while rendering or in an effect; it is then empty. */
  onCrash: (error: unknown) => void;
}

/** What a module's entry exports as default: a single-spa parcel, and whether it has a background piece. */
export interface MfeLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
  update: Lifecycle;
  hasBackground: boolean;
}
type Lifecycle = (props: never) => Promise<unknown>;

/**
 * Makes a module's lifecycles from its screens. `src/index.ts` holds this call and nothing else:
 * `export default defineMfe({ manifest, screens, messages: { en } })`.
 */
export function defineMfe(definition: MfeDefinition): MfeLifecycles {
  const { manifest, messages } = definition;
  const parcel = singleSpaReact<MountProps>({
    React,
    ReactDOMClient,
    rootComponent: (props: MountProps) => <Piece definition={definition} {...props} />,
    // A class, not a function: single-spa-react would keep the first closure for every later mount.
    errorBoundaryClass: CrashBoundary,
  });
  const withMessages: Lifecycle = async (props: MountProps & AppProps) => {
    await addMessages(props.kit.i18n, manifest.id, messages);
    return parcel.mount(props);
  };
  return {
    bootstrap: parcel.bootstrap,
    mount: withMessages,
    unmount: parcel.unmount,
    update: parcel.update!,
    hasBackground: definition.background !== undefined,
  };
}

/** The path of the address alone: what programs hang on it (`?utm_source=…`) is no part of a page's name, nor of a link's token. */
const usePath: BaseLocationHook = () => {
  const [address, navigate] = useHashLocation();
  return [address.replace(/\?.*$/, ''), navigate];
};

function Piece({ definition, kit, view }: MountProps & { definition: MfeDefinition }) {
  return (
    <StrictMode>
      <QueryClientProvider client={kit.queryClient}>
        <KitProvider kit={kit} module={definition.manifest.id}>
          <Router hook={usePath} hrefs={(href) => `#${href}`}>
            <Suspense>{pieceOf(definition, view)}</Suspense>
          </Router>
        </KitProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function pieceOf({ screens, slots, background: Background }: MfeDefinition, view: MountProps['view']): ReactNode {
  if (view.kind === 'background') return Background && <Background />;
  if (view.kind === 'slot') {
    const Offered = slots?.[view.slot];
    if (!Offered) throw new Error(`this module does not offer the slot '${view.slot}'`);
    return <Offered {...view.slotProps} />;
  }
  return (
    <Switch>
      {Object.entries(screens).map(([path, Screen]) => (
        // The same screen at two addresses stays: a list keeps its place while another of its details is opened.
        <Route key={Object.values(screens).indexOf(Screen)} path={path}>
          {(params) => <Screen params={params as never} />}
        </Route>
      ))}
    </Switch>
  );
}

/** Empties a piece that threw and tells the shell, which shows the tile. */
class CrashBoundary extends Component<MountProps & AppProps & { children?: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });
  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}
