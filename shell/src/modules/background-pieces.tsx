import { useStore } from '@paddock/mfe-kit/store';
import { useEffect, useState } from 'react';
import { ModuleHost } from './module-host';
import type { Modules } from './modules';

const view = { kind: 'background' } as const;

/**
 * Mounts the modules' background pieces, which render nothing, while a member is signed in and once their code has loaded (see
 * `preload`).
 */
export function BackgroundPieces({ modules }: { modules: Modules }) {
  const states = useStore(modules.states);
  const [running, setRunning] = useState<readonly string[]>([]);
  const ready = Object.keys(states)
    .filter((id) => states[id]?.phase === 'ready')
    .join();
  useEffect(() => {
    let active = true;
    void Promise.all(
      ready
        .split(',')
        .filter(Boolean)
        .map(async (id) => ((await modules.load(id)).lifecycles.hasBackground ? [id] : [])),
    ).then(
      (ids) => active && setRunning(ids.flat()),
      () => undefined,
    );
    return () => {
      active = false;
    };
  }, [modules, ready]);
  return (
    <div hidden>
      {running
        .filter((id) => modules.find(id))
        .map((id) => (
          <ModuleHost key={id} modules={modules} module={id} view={view} />
        ))}
    </div>
  );
}
