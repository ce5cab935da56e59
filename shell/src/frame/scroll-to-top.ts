/** Scrolls every scroller of the page back to its start (A §2: a double tap on the active tab). */
export function scrollToTop(): void {
  const scrolled = [...document.querySelectorAll('main *')].filter((element) => element.scrollTop > 0);
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const element of scrolled) element.scrollTo({ top: 0, behavior: reduced ? 'auto' : 'smooth' });
}
