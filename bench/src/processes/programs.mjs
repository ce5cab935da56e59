import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '@paddock/cli/processes/children.mjs';
import { onPath } from '@paddock/cli/processes/database.mjs';
import { root } from '@paddock/cli/paths.mjs';

/**
 * The programs of the machine that several processes need, and that are not on the PATH.
 * @returns {string[]}
 */
export const missingPrograms = () => ['nginx', 'openssl', 'redis-server'].filter((name) => onPath(name) === undefined);

/** Redis on a free port; it stores nothing. */
export async function startRedis() {
  const port = await freePort();
  const child = startChild('Redis', 'redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  await listening(port, child);
  return { url: `redis://127.0.0.1:${port}`, stop: child.stop };
}

/**
 * nginx with the sample of docs/how-to/deploy.md, so that the sample itself is tested: only its names, addresses and paths are replaced.
 * @param {string} folder for its configuration, certificate and temporary files
 * @param {readonly number[]} upstream the ports of the processes
 */
export async function startNginx(folder, upstream) {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const certificate = makeCertificate(folder);
  const sample = applyChanges(await sampleConfiguration(), [
    [/server 127\.0\.0\.1:4000 (.*);/, upstream.map((one) => `server 127.0.0.1:${one} $1;`).join(' ')],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/server_name .*;/, 'server_name motorsport.localhost workplace.localhost;'],
    [/ssl_certificate \S+;/, `ssl_certificate ${certificate.file};`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${certificate.key};`],
    [/root \/opt\/paddock\/deploy\/nginx;/, `root ${join(root, 'deploy/nginx')};`],
  ]);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = [
    // As root its workers would otherwise be another user, who may not read these folders.
    process.getuid?.() === 0 ? 'user root;' : '',
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events { }`,
    `http { access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}`,
    sample,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration.join('\n'));
  const child = startChild('nginx', 'nginx', ['-c', file, '-p', folder, '-e', `${folder}/error.log`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await listening(port, child);
  return { port, ca: await readFile(certificate.file, 'utf8'), stop: child.stop };
}

/** The block of the how-to. */
async function sampleConfiguration() {
  const text = await readFile(join(root, 'docs/how-to/deploy.md'), 'utf8');
  const [, sample] = /```nginx\n([\s\S]*?)\n *```/.exec(text) ?? [];
  if (sample === undefined) throw new Error('docs/how-to/deploy.md has no sample of nginx.');
  return sample;
}

/**
 * @param {string} text
 * @param {readonly (readonly [RegExp, string])[]} changes each must find its place
 */
function applyChanges(text, changes) {
  return changes.reduce((before, [place, value]) => {
    if (!place.test(before)) throw new Error(`The sample of nginx in docs/how-to/deploy.md has no ${place.source}.`);
    return before.replace(place, value);
  }, text);
}

/** @param {string} folder */
function makeCertificate(folder) {
  const [file, key] = [join(folder, 'paddock.pem'), join(folder, 'paddock.key')];
  const names = 'subjectAltName=DNS:motorsport.localhost,DNS:workplace.localhost,IP:127.0.0.1';
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const { status, stderr } = spawnSync(
    'openssl',
    [...request, '-subj', '/CN=motorsport.localhost', '-addext', names, '-keyout', key, '-out', file],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return { file, key };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {number} port
 * @param {import('@paddock/cli/processes/children.mjs').Child} child
 */
async function listening(port, child) {
  const failed = child.ended.then((sentence) => {
    throw new Error(sentence);
  });
  const connects = async () => {
    for (;;) {
      const socket = connect(port, '127.0.0.1');
      const isOpen = await new Promise((resolve) =>
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
      );
      socket.destroy();
      if (isOpen) return;
      await wait(20);
    }
  };
  await Promise.race([connects(), failed]);
}
