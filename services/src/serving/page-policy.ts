import { createHash } from 'node:crypto';
import type { CardFormHosts } from './card-form-hosts.js';

/** The one style that React Aria adds to the page (`react-aria`, usePress); the policy allows it by its hash. */
const reactAriaStyle = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a deployment adds to the policy: origins of its web view, and of its card form. */
export interface AddedOrigins {
  frames?: readonly string[];
  cardForm?: CardFormHosts | undefined;
}

/**
 * The Content Security Policy of the shell's page: nothing inline, nothing from other origins but the deployment's, and scripts
 * from text only through the shell's one Trusted Types policy. WebSockets are listed by host, because not every browser includes
 * them in 'self'.
 */
export function pagePolicy(host: string, { frames = [], cardForm }: AddedOrigins = {}): string {
  // The Host header is untrusted: characters beyond a host name could add directives.
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return Object.entries({
    'default-src': "'none'",
    'script-src': ["'self'", ...(cardForm?.scripts ?? [])].join(' '),
    'style-src': `'self' ${sha256(reactAriaStyle)}`,
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'connect-src': [`'self'${sockets}`, ...(cardForm?.connections ?? [])].join(' '),
    // Texts and pages among the files, which their own policy confines.
    'frame-src': ["'self'", ...frames, ...(cardForm?.frames ?? [])].join(' '),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
