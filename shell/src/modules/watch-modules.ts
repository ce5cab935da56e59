import type { ModuleNotice } from '@paddock/contract/core/client-errors';
import type { Modules } from './modules';

/** Milliseconds of one module's scripts in one frame that count as blocked. */
const blockedMs = 1000;
/** Unmounts after each of which a module leaves more behind than ever before. */
const maxGrowths = 5;

interface ScriptTiming {
  duration: number;
  sourceURL: string;
}
interface LongFrame extends PerformanceEntry {
  scripts: readonly ScriptTiming[];
}

/**
 * Notices modules that block the main thread, or that leave more listeners of window and document, or more elements of the body, behind
 * at every unmount. Reports each module and kind once in this page (`logs.write`).
 */
export function watchModules(modules: Modules): void {
  const reported = new Set<string>();
  const report = (module: string, code: ModuleNotice, message: string) => {
    const version = modules.states.get()[module]?.version;
    if (version === undefined || reported.has(module + code)) return;
    reported.add(module + code);
    modules.notice({ module, version, code, message });
  };
  watchFrames(modules, (module, milliseconds) => report(module, 'MODULE_BLOCKED', `${milliseconds} ms`));
  watchLeaks(modules, (module, left) => report(module, 'MODULE_LEAKED', left));
}

function watchFrames({ ownerOf }: Modules, blocked: (module: string, milliseconds: number) => void): void {
  const look = (frame: LongFrame) => {
    const spent = new Map<string, number>();
    for (const { sourceURL, duration } of frame.scripts) {
      const owner = ownerOf(sourceURL) ?? shownModule();
      if (owner) spent.set(owner, (spent.get(owner) ?? 0) + duration);
    }
    for (const [owner, duration] of spent) if (duration >= blockedMs) blocked(owner, Math.round(duration));
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) return;
  new PerformanceObserver((list) => (list.getEntries() as LongFrame[]).forEach(look)).observe({
    type: 'long-animation-frame',
    buffered: true,
  });
}

/** React, which is shared, runs a module's handlers and effects: such a script counts for the module of the shown page. */
const shownModule = () => document.querySelector<HTMLElement>('main [data-module]')?.dataset['module'];

function watchLeaks(modules: Modules, leaked: (module: string, left: string) => void): void {
  const listeners = new Map<string, number>();
  for (const target of [window, document]) countListeners(target, modules.ownerOf, listeners);
  /** The most that a module has left behind so far, and how often that has grown. */
  const most = new Map<string, { listeners: number; elements: number; growths: number }>();
  modules.left = (module) => {
    const now = { listeners: listeners.get(module) ?? 0, elements: document.body.childElementCount };
    const before = most.get(module);
    if (!before) return void most.set(module, { ...now, growths: 0 });
    if (now.listeners <= before.listeners && now.elements <= before.elements) return;
    const growths = before.growths + 1;
    most.set(module, {
      listeners: Math.max(now.listeners, before.listeners),
      elements: Math.max(now.elements, before.elements),
      growths,
    });
    if (growths >= maxGrowths) leaked(module, `listeners ${now.listeners}, elements ${now.elements}`);
  };
}

/** Counts a target's listeners by the module whose file added them. */
function countListeners(target: EventTarget, ownerOf: Modules['ownerOf'], counts: Map<string, number>): void {
  const { addEventListener: add, removeEventListener: remove } = target;
  /** Listener → type and phase → module. */
  const owners = new WeakMap<object, Map<string, string>>();
  const change = (owner: string, by: number) => counts.set(owner, (counts.get(owner) ?? 0) + by);
  const keyOf = (type: string, options?: EventListenerOptions | boolean) =>
    `${type} ${typeof options === 'object' ? options.capture === true : options === true}`;
  const forget = (listener: object, key: string) => {
    const owner = owners.get(listener)?.get(key);
    if (owner && owners.get(listener)?.delete(key)) change(owner, -1);
  };
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ) => {
    add.call(target, type, listener, options);
    const { once, signal } = typeof options === 'object' ? options : {};
    const owner = listener && !once && !signal?.aborted ? ownerOf(new Error().stack ?? '') : undefined;
    if (!listener || !owner) return;
    const key = keyOf(type, options);
    const known = owners.get(listener) ?? new Map<string, string>();
    owners.set(listener, known);
    if (known.has(key)) return;
    known.set(key, owner);
    change(owner, 1);
    signal?.addEventListener('abort', () => forget(listener, key), { once: true });
  };
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: EventListenerOptions | boolean,
  ) => {
    remove.call(target, type, listener, options);
    if (listener) forget(listener, keyOf(type, options));
  };
}
