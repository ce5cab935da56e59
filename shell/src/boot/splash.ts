const KEY = 'shell.splash';

/** Shows the community's picture from the last visit while the boot reply is pending. */
export function showSplash(): void {
  const address = localStorage.getItem(KEY);
  const place = document.querySelector('.splash');
  if (!address || !place) return;
  const image = new Image();
  image.alt = '';
  image.src = address;
  image.onload = () => place.replaceChildren(image);
}

/** Stores the picture's URL for the next visit. */
export function rememberSplash(address: string | undefined): void {
  try {
    if (address) localStorage.setItem(KEY, address);
    else localStorage.removeItem(KEY);
  } catch {
    // The storage is full: the next visit shows the former picture, and this one starts.
  }
}
