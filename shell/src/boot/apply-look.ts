import type { Boot } from '@paddock/contract/calls/boot';
import { directionOf } from './language';
import { rememberSplash } from './splash';

/** Applies a deployment's look and language to the document; the tokens do the rest. */
export function applyLook({ look }: Pick<Boot, 'look'>, language: string): void {
  const root = document.documentElement;
  root.style.setProperty('--accent', look.accent);
  if (look.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = look.theme;
  root.lang = language.replace('_', '-');
  root.dir = directionOf(language);
  rememberSplash(look.splash_image);
  if (language === 'ar') void import('@paddock/ui/fonts-arabic.css');
}
