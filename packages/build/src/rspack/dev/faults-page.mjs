/** Addresses that the services serve themselves, besides the shell's files and page. */
export const ofServices =
  /^\/(mfe-|icon-|(api|deployments|dev\/mail|favicon\.svg|health|live|manifest\.webmanifest|metrics)(?=\/|$))/;

/** Whether a request is for the shell's page, at any address. @param {import('node:http').IncomingMessage} request */
export function isPage({ method, url = '/' }) {
  const { pathname } = new URL(url, 'http://host');
  return method === 'GET' && !ofServices.test(pathname) && !/^\/(assets|ws)|\.\w+$/.test(pathname);
}

/**
 * The compiler's errors, in a page that reloads until the module compiles, by script: at an address with `#` a refresh by meta element
 * loads nothing.
 * @param {Pick<Awaited<ReturnType<typeof import('./dev-module.mjs').serveModule>>, 'id' | 'built'>} module
 * @returns {Promise<string | undefined>} undefined while it compiles
 */
export async function faultsPage({ id, built }) {
  const stats = await built();
  if (!stats.hasErrors()) return undefined;
  const text = stats.toString({ preset: 'errors-only', colors: false });
  return `<!doctype html><script>setTimeout(() => location.reload(), 1000)</script><title>${id} does not compile</title>
<h1>${id} does not compile</h1><pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
}
