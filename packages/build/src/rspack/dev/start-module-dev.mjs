import { Refusal } from '../config/refusal.mjs';
import { bootWith, get } from './dev-boot.mjs';
import { serveModule } from './dev-module.mjs';
import { faultsPage, isPage } from './faults-page.mjs';

/**
 * Serves a module from its source inside a running Paddock, on this machine or elsewhere: page, services and other modules are those of
 * the target. A community that does not deploy the module gets it in this server's boot reply. Each change reloads the page.
 *
 * @param {{ target: string, port?: number, module: string }} options `target` is the address of a community
 *   (`http://motorsport.localhost:4000`, `https://club.example`), `module` a folder below the root
 * @returns {Promise<{ port: number, close(): Promise<void> }>}
 * @throws {Refusal} if no Paddock answers at the target
 */
export async function startModuleDev({ target, port = 0, module }) {
  const services = connectionTo(target);
  await refuseOther(services, target);
  /** @type {Awaited<ReturnType<typeof serveModule>>} */
  let served;
  served = await serveModule({
    folder: module,
    target: services.target,
    refresh: false,
    port,
    setupMiddlewares(middlewares) {
      middlewares.unshift({ name: 'boot', middleware: bootWith(() => served, services) });
      middlewares.unshift({ name: 'faults', middleware: sendFaults(() => served) });
      return middlewares;
    },
    proxy: [proxyTo(services, () => served?.base)],
  });
  return { port: served.port, close: served.stop };
}

/**
 * Names below localhost are this machine, which not every resolver knows.
 * @param {string} address
 */
function connectionTo(address) {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Refusal(`'${address}' is no address: name one such as http://motorsport.localhost:4000.`);
  const { protocol, hostname, port, host, origin } = new URL(address);
  const isLocal = hostname.endsWith('.localhost');
  return { target: isLocal ? `${protocol}//127.0.0.1${port && `:${port}`}` : origin, host, origin };
}

async function refuseOther({ target, host }, address) {
  const { status, body } = await get(new URL('/api/boot', target), { host }).catch((error) => ({
    status: 0,
    body: error.message,
  }));
  if (status !== 200 || !body.includes('"contract_version"'))
    throw new Refusal(`No Paddock answers at ${address}${status ? ` (status ${status})` : `: ${body}`}`);
}

/** While the module does not compile, the page shows why. */
const sendFaults = (served) => async (req, res, next) => {
  const faults = isPage(req) ? await faultsPage(served()) : undefined;
  if (!faults) return next();
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(faults);
};

/** Everything but the module's own files and its socket. */
function proxyTo({ target, host, origin }, base) {
  const ofTarget = (request) => {
    if (request.getHeader('origin')) request.setHeader('origin', origin);
  };
  return {
    context: (address) => !address.startsWith(base() ?? '/ '),
    target,
    ws: true,
    headers: { host },
    cookieDomainRewrite: '',
    on: {
      proxyReq: ofTarget,
      proxyReqWs: ofTarget,
      // As in the checkout's own development server: the client that reloads the page adds styles and scripts.
      proxyRes({ headers }, req) {
        if (isPage(req)) delete headers['content-security-policy'];
      },
    },
  };
}
