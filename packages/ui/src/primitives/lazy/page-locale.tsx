import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';

/** React Aria uses the browser's language by default. The page's language must decide direction, type-ahead and spoken words. */
export function PageLocale({ children }: { children: ReactNode }) {
  const { lang } = document.documentElement;
  return <I18nProvider {...(lang ? { locale: lang } : {})}>{children}</I18nProvider>;
}
