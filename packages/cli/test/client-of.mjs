import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

const host = 'motorsport.localhost';

/**
 * Calls a running Paddock as its demo member `driver`. A call that fails without a reply resolves to status 0.
 * @param {() => number} port
 */
export function clientOf(port) {
  let token;
  const send = (method, path, body, headers = {}) =>
    new Promise((resolve) => {
      const began = performance.now();
      const done = (status, text = '') => {
        const reply = text.startsWith('{') ? JSON.parse(text) : {};
        resolve({ status, reply, code: reply.code, ms: performance.now() - began });
      };
      const call = request({
        host: '127.0.0.1',
        port: port(),
        method,
        path,
        timeout: 30_000,
        headers: { host, ...headers },
      });
      call.on('response', (message) => {
        let text = '';
        message.setEncoding('utf8').on('data', (part) => (text += part));
        message.on('end', () => done(message.statusCode, text));
        message.on('error', () => done(0));
      });
      call.on('timeout', () => call.destroy());
      call.on('error', () => done(0));
      call.end(body);
    });
  const signed = () => (token ? { authorization: `Bearer ${token}` } : {});
  const call = (method, path, input) => {
    const body = input && JSON.stringify(input);
    return send(method, `/api${path}`, body, { ...signed(), ...(body && { 'content-type': 'application/json' }) });
  };
  return {
    call,
    signIn: async (username = 'driver', password = 'paddock-demo') => {
      const response = await call('PUT', '/users/login', { username_or_email: username, password });
      token = response.reply.token ?? token;
      return response;
    },
    post: (shout) => call('POST', '/shouts', { client_id: randomUUID(), group: '0', shout }),
    upload: (name, content) => {
      const boundary = randomUUID();
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
      return send('POST', '/api/files', body, {
        ...signed(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      });
    },
    health: () => send('GET', '/health'),
  };
}
