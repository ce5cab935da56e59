import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** Browser features that jsdom lacks: Node's implementation if there is one, otherwise a minimal stub. */
export default class WebEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    const { window } = this.global;
    for (const name of ['fetch', 'Headers', 'Request', 'Response', 'TextEncoder', 'TextDecoder', 'structuredClone'])
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
