/** Forms behind landing's buttons. Landing prefetches them, so that they also open after the connection is lost. */
export const forms = {
  login: () => import('../login/login'),
  signUp: () => import('../sign-up/sign-up'),
};

/** Prefetches the forms while the browser is idle. @returns a function that cancels it */
export function fetchFormsWhenIdle(): () => void {
  const fetch = () => {
    // Opening a form requests it again.
    for (const form of Object.values(forms)) form().catch(() => undefined);
  };
  if (typeof window.requestIdleCallback !== 'function') return () => undefined;
  const handle = window.requestIdleCallback(fetch, { timeout: 5000 });
  return () => window.cancelIdleCallback(handle);
}
