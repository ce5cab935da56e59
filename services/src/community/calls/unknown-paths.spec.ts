import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const ask = async (method: string, path: string, token = admin.token) => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const { status, text } = await services.request(method, path, {
    headers,
    ...((method === 'PUT' || method === 'POST') && { body: {} }),
  });
  return [status, (JSON.parse(text) as { code: string }).code];
};
const notFound = [404, 'NOT_FOUND'];

describe('a path without a call', () => {
  it.each([
    ['GET', '/api/users/nonsense'],
    ['GET', '/api/users/'],
    ['GET', '/api/users/me/'],
    ['GET', '/api/users//me'],
    ['GET', '/api//users/me'],
    ['GET', '/api/users/0123456789ABCDEF01234567'],
    ['GET', '/api/users/0123456789abcdef0123456'],
    ['GET', '/api/users/0123456789abcdef01234567/'],
    ['GET', '/api/users/%2e%2e'],
    ['GET', '/api/users/nonsense?id=0123456789abcdef01234567'],
    ['GET', '/api/shouts/search'],
    ['GET', '/api/shouts/'],
    ['GET', '/api/shouts//comments'],
    ['GET', '/api/shouts/search/comments'],
    ['GET', '/api/chats/search'],
    ['GET', '/api/groups/mine'],
    ['GET', '/api/events/today'],
    ['GET', '/api/users/nonsense?method=delete'],
    ['GET', '/api/users/?method=delete'],
    ['GET', '/api/shouts/all?method=delete'],
    ['GET', '/api/users/me?method=delete'],
    ['DELETE', '/api/users/me'],
    ['DELETE', '/api/users/'],
    ['DELETE', '/api/items/all'],
    ['PUT', '/api/users/profile'],
    ['PUT', '/api/users//ban'],
    ['PUT', '/api/shouts/search/like'],
    ['POST', '/api/users/nonsense'],
  ])('returns NOT_FOUND for %s %s, with and without a session', async (method, path) => {
    expect(await ask(method, path)).toEqual(notFound);
    expect(await ask(method, path, '')).toEqual(notFound);
  });

  it('leaves an unknown id to its call', async () => {
    expect(await ask('GET', '/api/users/0123456789abcdef01234567')).toEqual([404, 'USER_NOT_FOUND']);
    expect(await ask('GET', '/api/shouts/0123456789abcdef01234567')).toEqual([404, 'SHOUT_NOT_FOUND']);
    expect(await ask('GET', '/api/users/0123456789abcdef01234567', '')).toEqual([401, 'INVALID_TOKEN']);
  });
});
