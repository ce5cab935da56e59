import type { MountProps } from '@paddock/mfe-kit/define-mfe';
import { isConnected } from '@paddock/mfe-kit/realtime';
import { useStore } from '@paddock/mfe-kit/store';
import { lazyPart, useLazyPart } from '@paddock/ui/lazy';
import { Skeleton } from '@paddock/ui/state';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useText } from '@paddock/mfe-kit/i18n';
import { FailedModule } from './failed-module';
import { isLost } from './module-states';
import type { Modules } from './modules';
import { type MountedPiece, mountPiece } from './mount-piece';
import styles from './module-host.module.css';

const updateBar = lazyPart(async () => (await import(/* webpackChunkName: "bars" */ './update-bar')).UpdateBar);
const ignore = () => undefined;

export interface ModuleHostProps {
  modules: Modules;
  module: string;
  view: MountProps['view'];
}

/** Loads a module and mounts one piece of it; shows the error tile with Retry when either fails. */
export function ModuleHost({ modules, module, view }: ModuleHostProps) {
  const state = useStore(modules.states)[module];
  const { i18n } = modules.kit;
  // A language takes effect when its texts have loaded, possibly after every other cause of a render.
  const language = useSyncExternalStore(i18n.subscribe, () => i18n.language);
  const isOffered =
    view.kind === 'page' && state?.phase === 'ready' && state.offered !== undefined && !state.isRecalled;
  const [UpdateBar] = useLazyPart(updateBar, isOffered, ignore);
  const isOnline = isConnected(useStore(modules.kit.realtime.connection));
  // The outage may be over: load again before the tile is painted.
  useLayoutEffect(() => {
    if (isOnline && view.kind === 'page' && isLost(modules.states.get()[module])) modules.load(module).catch(ignore);
  }, [modules, module, view.kind, isOnline]);
  if (state?.phase === 'failed')
    return <FailedModule modules={modules} module={module} state={state} slim={view.kind !== 'page'} />;
  const piece = (
    <Piece key={`${module}/${state?.generation ?? 0}/${language}`} modules={modules} module={module} view={view} />
  );
  if (view.kind !== 'page') return piece;
  return (
    <div className={styles.page}>
      {isOffered && UpdateBar && <UpdateBar modules={modules} module={module} />}
      {piece}
    </div>
  );
}

function Piece({ modules, module, view }: ModuleHostProps) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const piece = useRef<MountedPiece>(undefined);
  const latest = useRef(view);
  const [there, setThere] = useState(false);

  useEffect(() => {
    let active = true;
    let mounted = false;
    const element = document.createElement('div');
    element.className = styles.piece!;
    const threw = (cause: unknown) =>
      active && modules.threw(module, mounted ? 'MODULE_CRASHED' : 'MODULE_MOUNT', cause);
    (view.kind === 'page' ? modules.open(module) : modules.load(module)).then(
      ({ lifecycles, release }) => {
        if (!active) return;
        stage.current?.append(element);
        const onCrash = (cause: unknown) => (active ? threw(cause) : modules.threwOnLeave(release, cause));
        const props = { kit: modules.kitOf(release), version: release.version, view: latest.current, onCrash };
        piece.current = mountPiece(lifecycles, element, props);
        piece.current.mounted.then(() => {
          mounted = true;
          modules.mounted(release);
          if (active) setThere(true);
        }, threw);
      },
      // The tile reads the reason from the module's state.
      () => undefined,
    );
    return () => {
      active = false;
      const leaving = piece.current;
      piece.current = undefined;
      void leaving?.unmount().then(() => {
        element.remove();
        modules.left?.(module);
      });
      if (!leaving) element.remove();
    };
  }, [modules, module, view.kind]);

  useEffect(() => {
    if (latest.current === view) return;
    latest.current = view;
    piece.current?.update(view);
  }, [view]);

  return (
    <div ref={stage} className={styles.stage} data-module={module}>
      {!there && view.kind !== 'background' && <Skeleton shape="row" label={t('loading')} />}
    </div>
  );
}
