import type { FastifyInstance } from 'fastify';

const patience = 2000;

/**
 * `GET /live`: 200 while the process answers at all; a restart does not help a process whose database is away.
 *
 * `GET /health`: 200 if the database answers a ping within 2 s, else 503. Outside `/api`, for load balancers. Problems of deployments do
 * not change the status, because the last good state is served.
 * @param lag for how many ms the oldest event waits for its subscribers
 * @param refused each problem's community and place in its file
 */
export function serveHealth(
  fastify: FastifyInstance,
  ping: () => Promise<unknown>,
  lag: () => number,
  refused: () => { community?: string; path: string }[],
) {
  fastify.get('/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  fastify.get('/health', async (_request, reply) => {
    const database = await answersInTime(ping);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ok: database,
        database: database ? 'ok' : 'unreachable',
        outbox_lag_ms: lag(),
        refused_deployments: refused(),
      });
  });
}

async function answersInTime(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), patience)));
  const answered = Promise.resolve()
    .then(ping)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
