import { describe, expect, it } from '@jest/globals';
import { securityHeaders } from './security-headers.js';

const hsts = (publicUrl: string | undefined, hstsSubdomains = false) =>
  securityHeaders({ publicUrl, hstsSubdomains })['strict-transport-security'];

describe(securityHeaders, () => {
  it('turns HSTS on where the public address is HTTPS, for the host itself', () => {
    expect(hsts('https://paddock.example')).toBe('max-age=31536000');
    expect([hsts('http://paddock.example', true), hsts(undefined, true)]).toEqual([undefined, undefined]);
  });

  it('extends HSTS to subdomains by the setting', () =>
    expect(hsts('https://paddock.example', true)).toBe('max-age=31536000; includeSubDomains'));
});
