import { randomUUID } from 'node:crypto';
import { siteMember } from './site-member.mjs';

/**
 * Members who read, post and like without pause, each with a window, until `end`.
 * @param {{ port: number, ca: string }} nginx
 * @param {number} count
 */
export async function clientsAtWork(nginx, count) {
  const usernames = ['driver', 'crew', 'chief', 'steward', 'super'];
  let requests = 0;
  let resends = 0;
  /** @type {string[]} */
  const failed = [];
  /** @type {string[]} */
  const posted = [];
  let isRunning = true;
  const members = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const member = siteMember(nginx);
      await member.signIn(/** @type {string} */ (usernames[index % usernames.length]));
      return { ...member, window: await member.open() };
    }),
  );

  /** @param {(typeof members)[number]} member */
  const work = async (member) => {
    const request = async (method, path, body) => {
      requests++;
      const answer = await member.call(method, path, body).catch((/** @type {Error} */ { message }) => ({
        ...{ status: 0, reply: { code: message }, resends: 0 },
      }));
      resends += answer.resends;
      if (answer.status !== 200) failed.push(`${method} ${path}: ${answer.status} ${answer.reply.code}`);
      return answer;
    };
    while (isRunning) {
      const body = { client_id: randomUUID(), group: '0', shout: 'Box this lap' };
      const { status, reply } = await request('POST', '/shouts', body);
      if (status !== 200) continue;
      posted.push(reply.id);
      await request('PUT', `/shouts/${reply.id}/like`, {});
      await request('GET', `/shouts/${reply.id}`);
      await request('GET', '/users/me');
    }
  };
  const ended = Promise.all(members.map(work));
  return {
    members,
    requests: () => requests,
    end: async () => {
      isRunning = false;
      await ended;
      return { requests, resends, failed, posted };
    },
  };
}
