/** Where landing leads: its page fetches them ahead, and a visitor whose connection breaks off still gets the form. */
export const forms = {
  login: () => import('../login/login'),
  signUp: () => import('../sign-up/sign-up'),
};

/** Fetches the forms when the browser has nothing else to do. @returns what calls it off */
export function fetchFormsWhenIdle(): () => void {
  const fetch = () => {
    // Whoever opens one asks again.
    for (const form of Object.values(forms)) form().catch(() => undefined);
  };
  if (typeof window.requestIdleCallback !== 'function') return () => undefined;
  const handle = window.requestIdleCallback(fetch, { timeout: 5000 });
  return () => window.cancelIdleCallback(handle);
}
