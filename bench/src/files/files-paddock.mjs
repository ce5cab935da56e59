import { Blob } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FormData, Pool } from 'undici';
import { startRunning } from '@paddock/cli/processes/running.mjs';

export const community = 'motorsport';
const host = `${community}.localhost`;
export const megabyte = 1024 * 1024;

/**
 * Starts the built product with its demo content, and signs an admin in.
 * @param {string} folder the suite's folder
 * @param {number} connections of `request` at once
 */
export async function startFiles(folder, connections = 4) {
  const dataDir = join(folder, 'data');
  const paddock = await startRunning({ dataDir, demo: true, fresh: true, env: { RATE_LIMITS: 'off' } });
  const pool = new Pool(`http://127.0.0.1:${paddock.port}`, { connections, headersTimeout: 0, bodyTimeout: 0 });
  let token = '';
  /**
   * @param {string} method @param {string} path
   * @param {{ body?: object, form?: FormData, headers?: Record<string, string> }} [sent]
   */
  const request = (method, path, { body, form, headers } = {}) =>
    pool.request({
      ...{ method: /** @type {any} */ (method), path },
      headers: {
        ...{ host, ...headers },
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: form ?? (body && JSON.stringify(body)) ?? null,
    });
  /** @param {string} method @param {string} path @param {object} [body] */
  const call = async (method, path, body) => {
    const reply = await request(method, `/api${path}`, { ...(body && { body }) });
    const result = /** @type {any} */ (await reply.body.json());
    if (reply.statusCode !== 200) throw new Error(`${method} ${path} returned ${reply.statusCode} ${result.code}`);
    return result;
  };
  const credentials = { username_or_email: 'super', password: 'paddock-demo' };
  const signedIn = await call('PUT', '/users/login', credentials);
  token = signedIn.token;
  return {
    ...{ paddock, request, call, user: String(signedIn.user.id) },
    /**
     * Uploads one file in one request.
     * @param {string} name @param {Blob} content @param {string} [parent] a folder
     */
    upload: async (name, content, parent) => {
      const form = new FormData();
      form.append('file', content, name);
      const reply = await request('POST', `/api/files${parent ? `?parent=${parent}` : ''}`, { form });
      const result = /** @type {any} */ (await reply.body.json());
      return { status: reply.statusCode, ...result };
    },
    /** @param {string} path the hash of the content at an address */
    hashAt: async (path) => {
      const { body } = await request('GET', path);
      const hash = createHash('sha256');
      for await (const part of body) hash.update(part);
      return hash.digest('hex');
    },
    stop: async () => {
      await pool.destroy();
      await paddock.stop();
    },
  };
}

const noise = randomBytes(megabyte - 8);
const noiseBlob = new Blob([noise]);

/**
 * One of many contents of 1 MB that differ from each other, and its hash.
 * @param {number} number
 */
export function contentOf(number) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(number);
  const hash = createHash('sha256').update(head).update(noise).digest('hex');
  return { hash, content: new Blob([head, noiseBlob]) };
}
