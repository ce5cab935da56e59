import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorCatalogue, type ErrorCode, type ErrorReply } from '@paddock/contract/core/errors';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { messageOf } from './messages.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const inArabic = /^\P{Script=Latin}+$/u;

async function refusal(host: string, path: string, headers: Record<string, string>): Promise<ErrorReply> {
  const { text } = await services.request('GET', path, { headers: { host, ...headers } });
  return JSON.parse(text) as ErrorReply;
}

describe(messageOf, () => {
  it.each(Object.keys(errorCatalogue) as ErrorCode[])('has a text for %s in every language of a community', (code) => {
    expect(messageOf(code, 'ar')).toMatch(inArabic);
    expect(messageOf(code, 'en')).not.toMatch(inArabic);
  });
});

describe('the message of TOO_MANY_REQUESTS', () => {
  it.each([
    [1, 'in 1 second', 'ثانية واحدة'],
    [60, 'in 60 seconds', '60 ثانية'],
    [120, 'in 2 minutes', 'دقيقتين'],
    [601, 'in 11 minutes', '11 دقيقة'],
    [7200, 'in 2 hours', 'ساعتين'],
  ])('says to wait %d seconds', (seconds, english, arabic) => {
    expect(messageOf('TOO_MANY_REQUESTS', 'en', seconds)).toBe(`That was too often. Please try again ${english}.`);
    expect(messageOf('TOO_MANY_REQUESTS', 'ar', seconds)).toContain(arabic);
  });
});

describe('the message of a refusal', () => {
  const workplace = 'workplace.localhost';

  it.each([
    ['/api/users/me?preferred_lang=ar', {}],
    ['/api/users/me', { 'accept-language': 'ar-EG,en;q=0.5' }],
    ['/api/users/me?preferred_lang=ar', { authorization: 'Bearer nobody' }],
    ['/api/users/me?preferred_lang=ar&api-version=0.1', {}],
    ['/api/events?preferred_lang=ar', {}],
  ])('is in the requested language before the caller is known: %s %j', async (path, headers) => {
    expect((await refusal(workplace, path, headers)).message).toMatch(inArabic);
  });

  it("is in the member's own language", async () => {
    const ann = await services.member({ community: 'workplace', language: 'ar' });
    const { message } = await refusal(workplace, '/api/users/0123456789abcdef01234567', {
      authorization: `Bearer ${ann.token}`,
    });
    expect(message).toMatch(inArabic);
  });

  it('is in English where the community does not have the language', async () => {
    const { message } = await refusal('motorsport.localhost', '/api/users/me?preferred_lang=ar', {});
    expect(message).toBe('Please sign in.');
  });
});
