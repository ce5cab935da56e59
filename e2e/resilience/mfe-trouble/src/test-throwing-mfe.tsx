import { defineMfe as define, type MfeDefinition, type MfeLifecycles } from '@paddock/mfe-kit/define-mfe';
import { type ComponentType, useEffect, useState } from 'react';
import * as bundledReact from 'react';

type Screen = ComponentType<{ params: never }>;

/**
 * `defineMfe` of a module that throws where a test asks it to: in a phase that the browser's storage names under `<id>.throws`, or, once
 * it is on the page, at an event `<id>.throws` that names one. Drills build the real modules with it.
 */
export function defineMfe(definition: MfeDefinition): MfeLifecycles {
  const key = `${definition.manifest.id}.throws`;
  const throwsWhile = (phase: string) => localStorage.getItem(key) === phase;
  if (throwsWhile('evaluating')) throw new Error('thrown while evaluating');

  function Throwing() {
    const [phase, setPhase] = useState('');
    useEffect(() => {
      const listen = (event: Event) => setPhase((event as CustomEvent<string>).detail);
      window.addEventListener(key, listen);
      return () => window.removeEventListener(key, listen);
    }, []);
    useEffect(() => {
      if (phase === 'waiting') setTimeout(() => throwAs('thrown while waiting'), 200);
      if (phase === 'unmounting') return () => throwAs('thrown while unmounting');
      return undefined;
    }, [phase]);
    if (phase === 'updating') throwAs('thrown while updating');
    if (throwsWhile('mounting')) throwAs('thrown while mounting');
    if (throwsWhile('using a second React')) bundledReact.useState(0);
    return null;
  }

  // Equal screens stay equal: a list keeps its scroll position when a detail opens.
  const wrapped = new Map<Screen, Screen>();
  const throwing = (Screen: Screen) => {
    const known = wrapped.get(Screen);
    if (known) return known;
    const made: Screen = (props) => (
      <>
        <Throwing />
        <Screen {...props} />
      </>
    );
    wrapped.set(Screen, made);
    return made;
  };
  const screens = Object.fromEntries(
    Object.entries(definition.screens).map(([path, screen]) => [path, throwing(screen as Screen)]),
  );
  const lifecycles = define({ ...definition, screens });
  return {
    ...lifecycles,
    bootstrap: (props) =>
      throwsWhile('bootstrapping')
        ? Promise.reject(new Error('thrown while bootstrapping'))
        : lifecycles.bootstrap(props),
  };
}

function throwAs(message: string): never {
  throw new Error(message);
}
