import type { Environment } from './environment/environment.js';

/** Browser features that no page or tab uses; the camera is for check-in at an event, geolocation for the directory's distances. */
const permissionsPolicy = [
  'accelerometer=()',
  'camera=(self)',
  'display-capture=()',
  'geolocation=(self)',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

/**
 * The headers of every reply: of Fastify, Engine.IO, and the HTTP parser's refusals. Pages replace the content policy by their
 * own; all other replies are no pages.
 */
export function securityHeaders({
  publicUrl,
  hstsSubdomains,
}: Pick<Environment, 'publicUrl' | 'hstsSubdomains'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  };
}
