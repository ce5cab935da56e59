/** Whether a request is for the shell's page, at any address. @param {import('node:http').IncomingMessage} request */
export const isPage = ({ method, url = '/' }) =>
  method === 'GET' && !/^\/(api|assets|mfe-|ws|deployments)|\.\w+$/.test(new URL(url, 'http://host').pathname);

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
