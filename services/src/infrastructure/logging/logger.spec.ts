import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { createLogger } from './logger.js';
import { NestLog } from './nest-log.js';
import { logRequests } from './request-log.js';

function listening() {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  return { logger, text: () => lines.join(''), records: () => lines.map((line) => JSON.parse(line) as object) };
}

describe(createLogger, () => {
  it.each<[string, object]>([
    ['a header', { headers: { authorization: 'Bearer s3cretvalue' } }],
    ['a header of another case', { headers: { Authorization: 's3cretvalue', Cookie: 'a=s3cretvalue' } }],
    ['a body', { body: { user: { password: 's3cretvalue', pin: 's3cretvalue', token: 's3cretvalue' } } }],
    ['a list of bodies', { bodies: [{ new_password: 's3cretvalue' }] }],
    ['an address', { url: '/api/users/me?token=s3cretvalue&workplace=pit' }],
    ['an address with the token last', { url: 'http://host/?a=1&token=s3cretvalue' }],
    ['what a provider sends back', { url: '/loading?code=s3cretvalue&state=s3cretvalue' }],
    ['a body as text', { raw: '{"password": "s3cretvalue","pin":"s3cretvalue"}' }],
    ['an error', { err: new Error('refused Bearer s3cretvalue') }],
    ['the cause of an error', { err: new Error('outer', { cause: new Error('GET /x?token=s3cretvalue') }) }],
    ['a map', { map: new Map([['session', { token: 's3cretvalue' }]]) }],
  ])('writes no secret of %s', (_where, fields) => {
    const { logger, text } = listening();
    logger.info(fields, 'event');
    expect(text()).toContain('redacted');
    expect(text()).not.toContain('s3cretvalue');
  });

  it('writes no secret of the text itself or of a child logger’s line', () => {
    const { logger, text } = listening();
    logger.child({ module: 'mail' }).warn('opened /?token=s3cretvalue');
    expect(text()).toContain('"module":"mail"');
    expect(text()).not.toContain('s3cretvalue');
  });

  it('keeps fields that are no secrets', () => {
    const { logger, records } = listening();
    logger.error({ community: 'motorsport', code: 'INVALID_TOKEN', pinned: true, n: 7 }, 'refused');
    expect(records()[0]).toMatchObject({
      level: 'error',
      msg: 'refused',
      community: 'motorsport',
      code: 'INVALID_TOKEN',
      pinned: true,
      n: 7,
    });
  });
});

describe(NestLog, () => {
  it('logs the context as module and keeps an error’s stack', () => {
    const { logger, records } = listening();
    new NestLog(logger).error('broken', 'Error: broken\n at x', 'Router');
    expect(records()[0]).toMatchObject({
      level: 'error',
      msg: 'broken',
      module: 'Router',
      stack: 'Error: broken\n at x',
    });
  });
});

describe(logRequests, () => {
  it('logs route, status, duration and facts, and nothing of address, headers or body', async () => {
    const { logger, text, records } = listening();
    const app = fastify();
    logRequests(app, logger, () => ({ community: 'motorsport', workplace: 'pit', code: 'NOT_FOUND' }));
    app.put('/api/things/:id', (_request, reply) => reply.code(404).send({}));
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    await fetch(`${address}/api/things/s3cretvalue?token=s3cretvalue`, {
      method: 'PUT',
      headers: { authorization: 'Bearer s3cretvalue', 'content-type': 'application/json' },
      body: JSON.stringify({ password: 's3cretvalue' }),
    });
    await app.close();
    expect(records()[0]).toMatchObject({
      level: 'info',
      module: 'http',
      method: 'PUT',
      route: '/api/things/:id',
      status: 404,
      community: 'motorsport',
      workplace: 'pit',
      code: 'NOT_FOUND',
      ms: expect.any(Number),
    });
    expect(text()).not.toContain('s3cretvalue');
  });
});
