const splashKey = 'shell.splash';
const darkSplashKey = 'shell.splash.dark';

/** Shows the community's picture from the last visit while the boot reply is pending. */
export function showSplash(): void {
  const theme = document.documentElement.dataset['theme'];
  const isDark = theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  const address = localStorage.getItem(isDark ? darkSplashKey : splashKey);
  const place = document.querySelector('.splash');
  if (!address || !place) return;
  const image = new Image();
  image.alt = '';
  image.src = address;
  image.onload = () => place.replaceChildren(image);
}

/** Stores the picture's URL in both schemes for the next visit. */
export function rememberSplash(light: string | undefined, dark: string | undefined): void {
  try {
    for (const [key, address] of [
      [splashKey, light],
      [darkSplashKey, dark],
    ] as const)
      if (address) localStorage.setItem(key, address);
      else localStorage.removeItem(key);
  } catch {
    // The storage is full: the next visit shows the former picture, and this one starts.
  }
}
