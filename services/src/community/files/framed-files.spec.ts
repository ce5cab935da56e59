import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { uploadFile } from '../../../test/uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

it.each([
  ['page.html', 'iframe', 'text/html; charset=utf-8', 'inline'],
  ['page.html', 'document', 'application/octet-stream', 'attachment'],
  ['lap.csv', 'iframe', 'application/octet-stream', 'attachment'],
  ['notes.md', 'iframe', 'text/plain; charset=utf-8', 'inline'],
  ['notes.md', 'script', 'application/octet-stream', 'attachment'],
  ['drawing.svg', 'iframe', 'application/octet-stream', 'attachment'],
])('serves %s for the destination %s as %s, confined by its policy', async (name, destination, type, how) => {
  const { body } = await uploadFile(services, await services.member(), { name, content: '<script>alert(1)</script>' });
  const { headers } = await services.request('GET', body.path, { headers: { 'sec-fetch-dest': destination } });
  expect([headers['content-type'], headers['x-content-type-options']]).toEqual([type, 'nosniff']);
  expect(headers['content-disposition']).toMatch(new RegExp(`^${how};`));
  expect(headers['vary']).toContain('sec-fetch-dest');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
  expect(policy.includes("frame-ancestors 'self'")).toBe(how === 'inline');
  expect(policy.join()).not.toMatch(/script|allow-/);
});
