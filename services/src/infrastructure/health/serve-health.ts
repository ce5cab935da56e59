import type { FastifyInstance } from 'fastify';

const patience = 2000;

/**
 * `GET /health`: 200 if the database answers a ping within 2 s, else 503. Outside `/api`, for load balancers. Problems of deployments do
 * not change the status, because the last good state is served.
 * @param refused each problem's community and place in its file
 */
export function serveHealth(
  fastify: FastifyInstance,
  ping: () => Promise<unknown>,
  refused: () => { community?: string; path: string }[],
) {
  fastify.get('/health', async (_request, reply) => {
    const database = await answersInTime(ping);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: database, database: database ? 'ok' : 'unreachable', refused_deployments: refused() });
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
