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
import { TabHeader } from './invite-button';
import { lazyPart, type LoadTexts } from './lazy-part';

/** The parameters of a screen's address: `/main/events/:id` → `params.id`. */
export interface ScreenProps<Params extends string = never> {
  params: Readonly<Record<Params, string>>;
}

// The address pattern decides which parameters a screen gets.
type AnyScreen = ComponentType<{ params: never }>;

type ScreenName<File> = { [Name in keyof File]: File[Name] extends AnyScreen ? Name : never }[keyof File] & string;

/**
 * A screen that loads when it is first opened, by its file and the name it exports; with the texts of its feature, if that has
 * its own.
 * @example const Login = lazyScreen(() => import('./login/login'), 'Login');
 */
export const lazyScreen = <File, Name extends ScreenName<File>>(
  load: () => Promise<File>,
  name: Name,
  texts?: LoadTexts,
): AnyScreen => lazyPart(load as () => Promise<Record<Name, AnyScreen>>, name, texts) as AnyScreen;

export interface MfeDefinition {
  manifest: ManifestData;
  /** Address pattern below the hash → screen. Every tab and route of the manifest needs one (checked by the build). */
  screens: Record<string, AnyScreen>;
  /** Components shown inside other modules, by slot id. */
  slots?: { [S in SlotId]?: ComponentType<Slots[S]> };
  /** Mounted without output while a member is signed in, e.g. to update a badge. */
  background?: ComponentType;
  messages: MessageTable;
}

/** The props of a module's page, slot or background component. */
export interface MountProps {
  kit: Kit;
  /** The version of the release that runs. */
  version: string;
  view: { kind: 'page' } | { kind: 'slot'; slot: SlotId; slotProps: Slots[SlotId] } | { kind: 'background' };
  /** Called when the component throws while rendering or in an effect; it then renders nothing. */
  onCrash: (error: unknown) => void;
}

/** The default export of a module's entry: a single-spa parcel, and whether it has a background component. */
export interface MfeLifecycles {
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
  update: Lifecycle;
  hasBackground: boolean;
}
type Lifecycle = (props: never) => Promise<unknown>;

/**
 * Creates a module's lifecycles from its screens. `src/index.ts` contains only this call:
 * `export default defineMfe({ manifest, screens, messages: { en } })`.
 */
export function defineMfe(definition: MfeDefinition): MfeLifecycles {
  const { manifest, messages } = definition;
  const parcel = singleSpaReact<MountProps>({
    React,
    ReactDOMClient,
    rootComponent: (props: MountProps) => <Piece definition={definition} {...props} />,
    // A class: single-spa-react would reuse a function's first closure for every later mount.
    errorBoundaryClass: CrashBoundary,
  });
  const withMessages: Lifecycle = async (props: MountProps & AppProps) => {
    await addMessages(props.kit.i18n, textsOf(manifest, props.version), messages);
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

/**
 * The address without its query, so that appended parameters (`?utm_source=…`) match the page and stay out of a link's token. The
 * router decodes some escapes of an address and not others: here it restores them all, and parameters are decoded one by one.
 */
const usePath: BaseLocationHook = () => {
  const [address, navigate] = useHashLocation();
  return [address.replace(/\?.*$/, '').replaceAll('%', '%25'), navigate];
};

const decoded = (params: object) =>
  Object.fromEntries(
    Object.entries(params as Record<string, string | undefined>).map(([name, value]) => {
      try {
        // An optional part that the address lacks stays undefined.
        return [name, value && decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );

/** Two versions of a module can run in one page, each with its own texts. */
const textsOf = ({ id }: ManifestData, version: string) => `${id}@${version}`;

function Piece({ definition, kit, version, view }: MountProps & { definition: MfeDefinition }) {
  return (
    <StrictMode>
      <QueryClientProvider client={kit.queryClient}>
        <KitProvider kit={kit} module={definition.manifest.id} texts={textsOf(definition.manifest, version)}>
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
    const Offered = slots?.[view.slot] as ComponentType<typeof view.slotProps> | undefined;
    if (!Offered) throw new Error(`this module does not offer the slot '${view.slot}'`);
    return <Offered {...view.slotProps} />;
  }
  return (
    <TabHeader>
      <Switch>
        {Object.entries(screens).map(([path, Screen]) => (
          // Equal keys keep a screen mounted across its addresses: a list keeps its scroll position when a detail opens.
          <Route key={Object.values(screens).indexOf(Screen)} path={path}>
            {(params) => <Screen params={decoded(params) as never} />}
          </Route>
        ))}
      </Switch>
    </TabHeader>
  );
}

/** Renders nothing after a component throws; the shell shows the tile. */
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
