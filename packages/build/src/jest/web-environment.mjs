import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** Browser features that jsdom lacks: Node's implementation if there is one, otherwise a minimal stub. */
export default class WebEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    const { window } = this.global;
    window.fetch ??= (input, init) => fetch(input, init?.signal ? { ...init, signal: ofNode(init.signal) } : init);
    for (const name of ['Headers', 'Request', 'Response', 'TextEncoder', 'TextDecoder', 'structuredClone'])
      window[name] ??= globalThis[name];
    window.matchMedia ??= (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    class Observer {
      observe() {}
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return [];
      }
    }
    window.ResizeObserver ??= Observer;
    window.IntersectionObserver ??= Observer;
    window.Element.prototype.scrollIntoView ??= () => {};
    window.Element.prototype.scrollTo ??= () => {};
  }
}

/** Node's `fetch` takes no other signal than Node's own. @param {AbortSignal} signal jsdom's */
function ofNode(signal) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}
