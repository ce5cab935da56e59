import { type ComponentType, createElement, lazy } from 'react';
import { type MessageTable, useAddedMessages } from '../i18n/i18n';
import { useTextNamespace } from '../kit/kit-context';

/**
 * The texts that only one feature of a module uses. They load with the feature's lazy parts, and `useText` finds them by the
 * same keys as the module's own.
 */
export interface FeatureTexts {
  /** The feature's folder in `src/`, e.g. `groups`. */
  feature: string;
  messages: MessageTable;
}

/** Loads a file that exports a feature's texts as `texts`. */
export type LoadTexts = () => Promise<{ texts: FeatureTexts }>;

/**
 * A component that loads when it is first shown, by its file and the name it exports; with the texts of its feature, if that
 * has its own.
 * @example const LinkSheet = lazyPart(() => import('./link-sheet'), 'LinkSheet', () => import('../group-texts'));
 */
export const lazyPart = <Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  loadTexts?: LoadTexts,
) => lazy(async () => ({ default: await withFeatureTexts(async () => (await load())[name], loadTexts) }));

/** Loads a component that shows once its feature's texts are there. */
export async function withFeatureTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts?: LoadTexts,
): Promise<ComponentType<Props>> {
  const [Part, loaded] = await Promise.all([load(), loadTexts?.()]);
  if (loaded === undefined) return Part;
  const { feature, messages } = loaded.texts;
  return function PartWithTexts(props: Props) {
    const isReady = useAddedMessages(`${useTextNamespace()}/${feature}`, messages);
    return isReady ? createElement(Part, props) : null;
  };
}
