import type { Boot } from '@paddock/contract/calls/boot';
import type { Appearance } from '@paddock/mfe-kit/platform';
import { setBrandLogo } from '@paddock/ui/brand-mark';
import { directionOf } from './language';
import { rememberSplash } from './splash';

/**
 * Applies a deployment's look, the member's appearance and the language to the document; the tokens do the rest. The splash screen of the
 * next visit shows the picture of the member's workplace, else the community's.
 */
export function applyLook(
  { look, workplaces }: Pick<Boot, 'look' | 'workplaces'>,
  language: string,
  workplace: string,
  appearance: Appearance,
) {
  const root = document.documentElement;
  root.style.setProperty('--accent', look.accent);
  root.style.setProperty('--accent-dark', look.accent_dark ?? look.accent);
  setBrandLogo(look.logo);
  const theme = look.theme === 'system' ? appearance : look.theme;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.lang = language.replace('_', '-');
  root.dir = directionOf(language);
  const place = workplaces.find(({ id }) => id === workplace)?.image_url;
  rememberSplash(place ?? look.splash_image, place ?? look.splash_image_dark ?? look.splash_image);
  if (language === 'ar') void import('@paddock/ui/fonts-arabic.css');
}
