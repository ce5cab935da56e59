import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';

/** React Aria asks the browser for its language; the page's own decides here: direction, type-ahead and unseen words. */
export function PageLocale({ children }: { children: ReactNode }) {
  const { lang } = document.documentElement;
  return <I18nProvider {...(lang ? { locale: lang } : {})}>{children}</I18nProvider>;
}
