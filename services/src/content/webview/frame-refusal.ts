/** Whether a response's headers forbid `origin` to show the page in a frame. */
export function refusesFrames(headers: Headers, page: URL, origin: string): boolean {
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  const ancestors = policies.flatMap((policy) => {
    const directive = policy.split(';').map((part) => part.trim().split(/\s+/));
    const found = directive.find(([name]) => name?.toLowerCase() === 'frame-ancestors');
    return found ? [found.slice(1)] : [];
  });
  // Browsers ignore X-Frame-Options where the policy names ancestors.
  if (ancestors.length > 0)
    return ancestors.some((sources) => !sources.some((source) => allows(source.toLowerCase(), page, new URL(origin))));
  const options = (headers.get('x-frame-options') ?? '').toLowerCase().split(',');
  return options.some((option) => ['deny', 'sameorigin'].includes(option.trim()));
}

function allows(source: string, page: URL, frame: URL): boolean {
  if (source === '*') return true;
  if (source === "'self'") return page.origin === frame.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return schemeAllows(source, frame);
  const [, scheme, host = '', port] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?/.exec(source) ?? [];
  if (!schemeAllows(scheme === undefined ? page.protocol : `${scheme}:`, frame) || !portAllows(port, frame))
    return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? frame.hostname.endsWith(host.slice(1)) : host === frame.hostname;
}

/** A source with `http:` allows `https:` too (Content Security Policy 3, §6.7.2.8). */
const schemeAllows = (scheme: string, { protocol }: URL): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

/** A source without a port allows the default one; 80 allows 443 too, like the schemes. */
function portAllows(port: string | undefined, { protocol, port: given }: URL): boolean {
  if (port === '*') return true;
  const standard = protocol === 'https:' ? '443' : '80';
  const own = given || standard;
  return port === undefined ? own === standard : port === own || (port === '80' && own === '443');
}
