import type { Messages, Text, Texts } from '../kit/kit-context';

const fallback = 'en';

/**
 * @param settings.language the initial language
 * @param settings.missing called for a key without a text; returns the text to show
 */
export function createTexts(settings: { language: string; missing: (key: string) => string }): Texts {
  let { language } = settings;
  // By language and module: the texts of its namespaces, its own and those of its features (`mfe-chats/groups`).
  const bundles = new Map<string, Map<string, Messages>>();
  const fixed = new Map<string, Text>();
  const listeners = new Set<() => void>();
  const bundlesOf = (code: string, namespace: string) => bundles.get(`${code}/${moduleOf(namespace)}`);

  function changed(namespace?: string) {
    if (namespace === undefined) fixed.clear();
    else fixed.delete(moduleOf(namespace));
    for (const listener of [...listeners]) listener();
  }

  function text(namespace: string, key: string, values: Record<string, unknown>): string {
    for (const code of new Set([language, fallback])) {
      const keys = keysOf(key, code, values['count']);
      for (const bundle of bundlesOf(code, namespace)?.values() ?? []) {
        const found = keys.map((one) => lookUp(bundle, one)).find(isText);
        if (found !== undefined) return fill(found, code, values);
      }
    }
    return settings.missing(key);
  }

  return {
    get language() {
      return language;
    },
    getFixedT(_, namespace) {
      const made = fixed.get(namespace) ?? ((key, values = {}) => text(namespace, key, values));
      fixed.set(namespace, made);
      return made;
    },
    hasResourceBundle: (code, namespace) => bundlesOf(code, namespace)?.has(namespace) ?? false,
    addResourceBundle(code, namespace, messages) {
      const before = bundlesOf(code, namespace) ?? [];
      bundles.set(`${code}/${moduleOf(namespace)}`, new Map([...before, [namespace, messages]]));
      changed(namespace);
    },
    changeLanguage(code) {
      language = code;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const moduleOf = (namespace: string) => namespace.replace(/\/.*/, '');

/** The keys to try for a count: `_zero` for 0, then the language's plural form, then the bare key. */
function keysOf(key: string, code: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key];
  const form = countingOf(code).plurals.select(count);
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${form}`, key];
}

/** Plural rules and number format of a language. */
interface Counting {
  plurals: Intl.PluralRules;
  numbers: Intl.NumberFormat;
}
const countings = new Map<string, Counting>();

function countingOf(code: string): Counting {
  const tag = code.replace('_', '-');
  const made = countings.get(code) ?? { plurals: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag) };
  countings.set(code, made);
  return made;
}

const lookUp = (bundle: Messages, key: string) =>
  key
    .split('.')
    .reduce<string | Messages | undefined>(
      (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
      bundle,
    );

const isText = (value: string | Messages | undefined): value is string => typeof value === 'string';

// A function, because a replacement string would interpret `$&` in a member's text.
const fill = (text: string, code: string, values: Record<string, unknown>) =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    return name === 'count' && typeof value === 'number' ? countingOf(code).numbers.format(value) : String(value ?? '');
  });
