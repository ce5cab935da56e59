import { clientErrorCodes } from '@paddock/contract/core/client-errors';
import type { Flags } from '@paddock/contract/core/flags';
import { useCallback, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { asApiError } from '../kit/api-error';
import { createFormat, type Format } from './format';
import { type Messages, type Text, type Texts, useKit, useTextNamespace } from '../kit/kit-context';
import kitEnglish from '../messages/en.json' with { type: 'json' };
import { PlatformError } from '../platform/platform';
import { useStore } from '../kit/store';
import { createTexts } from './texts';

/** A module's texts by language. English is bundled, since it is the fallback of every other language. */
export type MessageTable = { en: Messages } & Record<string, Messages | (() => Promise<{ default: Messages }>)>;

// One chunk with the shell's texts of that language: both are needed before anything shows.
const kitMessages: MessageTable = {
  en: kitEnglish,
  ar: () => import(/* webpackChunkName: "ar" */ '../messages/ar.json'),
};

/** Creates the page's texts, with a namespace for each module. A missing key throws in tests (`strict`). */
export function createI18n({ language, strict }: { language: string; strict: boolean }): Texts {
  const texts = createTexts({
    language,
    missing(key) {
      const missing = new Error(`no text for the key '${key}'`);
      if (strict) throw missing;
      // Without a stack: its frames would make this a crash of the calling module.
      reportError(Object.assign(missing, { stack: missing.message }));
      return key;
    },
  });
  texts.addResourceBundle('en', 'kit', kitEnglish);
  return texts;
}

/** Adds a module's texts for a language (default: the current one), and English as the fallback. */
export async function addMessages(
  i18n: Texts,
  namespace: string,
  table: MessageTable,
  language: string = i18n.language,
): Promise<void> {
  const entry = table[language];
  if (!i18n.hasResourceBundle('en', namespace)) i18n.addResourceBundle('en', namespace, table.en);
  if (entry === undefined || i18n.hasResourceBundle(language, namespace)) return;
  i18n.addResourceBundle(language, namespace, typeof entry === 'function' ? (await entry()).default : entry);
}

/**
 * Adds texts that a part of the page brings with it.
 * @returns true once they are there in the current language; English replaces what fails to load
 */
export function useAddedMessages(namespace: string, table: MessageTable): boolean {
  const { i18n } = useKit();
  const language = useSyncExternalStore(i18n.subscribe, () => i18n.language);
  const [isReady, setIsReady] = useState(false);
  useLayoutEffect(() => {
    let gone = false;
    const added = addMessages(i18n, namespace, table, language);
    const ready = () => {
      if (!gone) setIsReady(true);
    };
    // Texts that are there already are used at once, so that nothing flickers.
    if (table[language] === undefined || i18n.hasResourceBundle(language, namespace)) ready();
    else added.then(ready, ready);
    return () => {
      gone = true;
    };
  }, [i18n, language, namespace, table]);
  return isReady;
}

/**
 * Switches the language once the kit's and the shell's texts are loaded, so that no screen mixes two languages. Texts that fail
 * to load show in English.
 */
export async function changeLanguage(i18n: Texts, language: string, shell: MessageTable): Promise<void> {
  await Promise.all([
    addMessages(i18n, 'kit', kitMessages, language),
    addMessages(i18n, 'shell', shell, language),
  ]).catch((cause) => reportError(cause));
  if (language !== i18n.language) i18n.changeLanguage(language);
}

/** The texts of one namespace; rerenders on change. */
export function useTextsOf(namespace: string): Text {
  const { i18n } = useKit();
  return useSyncExternalStore(i18n.subscribe, () => i18n.getFixedT(null, namespace));
}

/** The texts of the module this component belongs to. */
export const useText = (): Text => useTextsOf(useTextNamespace());

/** Returns a member's full name, or the text for a deleted account. */
export function useMemberName(): (user: { fullname: string }) => string {
  const t = useTextsOf('kit');
  return useCallback((user) => user.fullname || t('deleted_member'), [t]);
}

/** Formats dates, times and numbers for this member and deployment. */
export function useFormat(): Format {
  const { deployment, i18n } = useKit();
  const { time_format, date_format }: Flags = useStore(deployment).flags;
  return useMemo(
    () => createFormat({ language: i18n.language, time_format, date_format }),
    [i18n.language, time_format, date_format],
  );
}

/**
 * Returns the text of an error: the time to wait if known; else the server's message; else the text of the client's own code;
 * else 'Undefined' (A §8).
 */
export function useErrorText(): (error: unknown) => string {
  const t = useTextsOf('kit');
  return useCallback((error) => errorText(t, error), [t]);
}

/** {@link useErrorText} outside components, with the kit's texts. */
export function errorText(t: Text, error: unknown): string {
  if (error instanceof PlatformError) return t(`platform.${error.code}`);
  const { code, message, retryAfter } = asApiError(error);
  if (code === 'TOO_MANY_REQUESTS' && retryAfter !== undefined) {
    const [unit, count] = waitOf(retryAfter);
    return t(`errors.wait_${unit}`, { count });
  }
  if (message) return message;
  const isOwn = (clientErrorCodes as readonly string[]).includes(code);
  return t(`errors.${isOwn ? code : 'undefined'}`);
}

/** Rounds a wait up to the unit that people use. */
function waitOf(seconds: number): [unit: 'seconds' | 'minutes' | 'hours', count: number] {
  if (seconds < 60) return ['seconds', Math.max(1, Math.ceil(seconds))];
  if (seconds <= 3600) return ['minutes', Math.ceil(seconds / 60)];
  return ['hours', Math.ceil(seconds / 3600)];
}
