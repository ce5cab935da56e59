import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkWebview } from '@paddock/contract/calls/webview';
import { PageSite } from '../../../test/page-site.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { refusesFrames } from './frame-refusal.js';
import { WebviewService } from './webview.service.js';

let site: PageSite;
let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  site = await PageSite.start();
  services = await startTestServices({ ...site.variables, RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags = { ...file.flags, webview_tab: { url: `http://${site.host}/map` } };
  });
  ann = await services.member();
});
afterAll(async () => {
  await services.close();
  await site.close();
});

const check = (url?: string, as: TestMember | undefined = ann) =>
  services.call(checkWebview, { ...(url !== undefined && { url }) }, { as });
const withHeaders = (path: string, headers: Record<string, string>, status = 200) =>
  site.serve(path, (_request, response) => response.writeHead(status, headers).end('page'));

describe(WebviewService, () => {
  it('tells whether a site lets itself be framed, and asks it once', async () => {
    const open = site.html('/map', 'map');
    const closed = withHeaders('/closed', { 'x-frame-options': 'DENY' });
    expect((await check()).body).toEqual({ url: open, framed: true });
    expect((await check(closed)).body).toEqual({ url: closed, framed: false });
    await check(closed);
    expect(site.asked.filter((one) => one === 'GET /closed')).toHaveLength(1);
  });

  it('follows redirections to allowed pages only', async () => {
    site.html('/there', 'there');
    const inside = withHeaders('/inside', { location: '/there' }, 302);
    const outside = withHeaders('/outside', { location: 'https://elsewhere.example.org/' }, 302);
    const endless = withHeaders('/endless', { location: '/endless' }, 302);
    const framed = async (url: string) => (await check(url)).body.framed;
    expect([await framed(inside), await framed(outside), await framed(endless)]).toEqual([true, false, false]);
  });

  it.each([
    ['https://elsewhere.example.org/', 403, 'FORBIDDEN'],
    ['http://127.0.0.1:1/', 403, 'FORBIDDEN'],
    ['http://169.254.169.254/latest/meta-data', 403, 'FORBIDDEN'],
    ['http://motorsport.localhost/', 403, 'FORBIDDEN'],
    ['javascript:alert(1)', 403, 'FORBIDDEN'],
    ['data:text/html,x', 403, 'FORBIDDEN'],
    ['file:///etc/passwd', 403, 'FORBIDDEN'],
    ['map', 400, 'INVALID_INPUT'],
    ['', 400, 'INVALID_INPUT'],
    [`http://x/${'a'.repeat(2000)}`, 400, 'INVALID_INPUT'],
  ])('refuses %s without a request', async (url, status, code) => {
    const before = site.asked.length;
    const reply = await check(url);
    expect([reply.status, reply.body.code, site.asked.length]).toEqual([status, code, before]);
  });

  it('refuses a name and password in an allowed address', async () => {
    expect((await check(`http://ann:secret@${site.host}/map`)).body.code).toBe('FORBIDDEN');
  });

  it('allows further origins by the deployment’s list', async () => {
    const allow = ['https://timing.invalid'];
    const webview_tab = { url: `http://${site.host}/map`, allow };
    await underFlags(services, 'motorsport', { webview_tab }, async () => {
      // It cannot be reached from here: the browser decides.
      expect((await check('https://timing.invalid/live')).body).toEqual({
        url: 'https://timing.invalid/live',
        framed: true,
      });
      const page = await services.request('GET', '/');
      expect(String(page.headers['content-security-policy'])).toContain(
        `frame-src 'self' http://${site.host} https://timing.invalid;`,
      );
    });
    expect((await check('https://timing.invalid/live')).body.code).toBe('FORBIDDEN');
  });

  it('is off without its tab: no call, and no frames of other sites in the policy', async () => {
    const outsider = await services.member({ community: 'workplace' });
    expect((await check(undefined, outsider)).body.code).toBe('FEATURE_DISABLED');
    const page = await services.request('GET', '/', { headers: { host: 'workplace.localhost' } });
    expect(String(page.headers['content-security-policy'])).toContain("frame-src 'self';");
  });

  it.each([
    ['signed out', undefined, 'INVALID_TOKEN'],
    ['unverified', { email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['pending', { pending: true }, 'PENDING_APPROVAL'],
  ])('refuses callers who are %s', async (_, given, code) => {
    const as = given && (await services.member(given));
    const { body } = await services.call(checkWebview, {}, { ...(as && { as }) });
    expect(body.code).toBe(code);
  });
});

describe(refusesFrames, () => {
  const page = new URL('https://timing.example.org/live');
  const refuses = (headers: Record<string, string>) =>
    refusesFrames(new Headers(headers), page, 'https://meridian.example.com');
  it.each([
    [{}, false],
    [{ 'x-frame-options': 'SAMEORIGIN' }, true],
    [{ 'x-frame-options': 'allow-from https://meridian.example.com' }, false],
    [{ 'content-security-policy': "default-src 'self'" }, false],
    [{ 'content-security-policy': "frame-ancestors 'none'" }, true],
    [{ 'content-security-policy': "frame-ancestors 'self'" }, true],
    [{ 'content-security-policy': 'frame-ancestors *' }, false],
    [{ 'content-security-policy': 'frame-ancestors https:' }, false],
    [{ 'content-security-policy': 'frame-ancestors http:' }, false],
    [{ 'content-security-policy': 'frame-ancestors wss:' }, true],
    [{ 'content-security-policy': 'frame-ancestors https://*' }, false],
    [{ 'content-security-policy': 'frame-ancestors *:443' }, false],
    [{ 'content-security-policy': 'frame-ancestors *:*' }, false],
    [{ 'content-security-policy': 'frame-ancestors *:8443' }, true],
    [{ 'content-security-policy': 'frame-ancestors ftp://*' }, true],
    [{ 'content-security-policy': 'frame-ancestors https://meridian.example.com:443' }, false],
    [{ 'content-security-policy': 'frame-ancestors http://meridian.example.com:80' }, false],
    [{ 'content-security-policy': "default-src 'none'; Frame-Ancestors 'self' https://*.example.com" }, false],
    [{ 'content-security-policy': 'frame-ancestors https://example.com' }, true],
    [{ 'content-security-policy': 'frame-ancestors meridian.example.com' }, false],
    [{ 'content-security-policy': 'frame-ancestors meridian.example.com:8443' }, true],
    [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, true],
    [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, false],
  ])('%j: %p', (headers, refused) => expect(refuses(headers as Record<string, string>)).toBe(refused));

  it('takes the scheme of the page and the default port for a source without them', () => {
    const sources = new Headers({ 'content-security-policy': 'frame-ancestors meridian.example.com' });
    expect(refusesFrames(sources, page, 'http://meridian.example.com')).toBe(true);
    expect(refusesFrames(sources, page, 'https://meridian.example.com:8443')).toBe(true);
  });
});
