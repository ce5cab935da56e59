import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Failure } from '../failure.mjs';

/** @param {string} text whether a registry is an address, not a folder */
export const isAddress = (text) => /^https?:\/\//i.test(text);

/**
 * The address of a Paddock that takes uploads: where it is reached, and as the user knows it.
 * @param {string} text
 * @returns {{ origin: string, name: string }}
 * @throws {Failure} for one at which others could read the key
 */
export function uploadAddress(text) {
  if (!URL.canParse(text)) throw new Failure(`'${text}' is not an address.`);
  const url = new URL(text);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal)
    throw new Failure(`The key is sent by https only: name https://${url.host}, not ${text}.`);
  const name = url.origin;
  // Names below localhost are this machine, which not every resolver knows.
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  return { origin: url.origin, name };
}

/**
 * The release key of the team: in a file or in the environment, since arguments are visible to other users of the machine.
 * @param {string | undefined} file
 */
export async function releaseKey(file) {
  const text = file
    ? await readFile(file, 'utf8').catch(() => {
        throw new Failure(`The file of --key-file cannot be read: ${file}.`);
      })
    : (process.env.PADDOCK_RELEASE_KEY ?? '');
  const key = text.trim();
  const place = file ?? 'No --key-file is named, and PADDOCK_RELEASE_KEY';
  if (!/^paddock_release_[\w-]{43}$/.test(key))
    throw new Failure(`${place} has no release key: npm run release-keys of the deployment's team makes one.`);
  return key;
}

/**
 * Sends a built release to a running Paddock.
 * @param {{ dir: string, origin: string, name: string, key: string, id: string, version: string, channel?: string | undefined,
 *   commit?: string | undefined }} options
 * @returns {Promise<{ is_new: boolean, missing_calls: string[] }>}
 */
export async function upload({ dir, origin, name, key, id, version, channel, commit }) {
  const form = new FormData();
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    form.append(file.slice(dir.length + 1).replaceAll(sep, '/'), new Blob([await readFile(file)]), 'file');
  }
  // Whole in memory: where the service refuses before it has read everything, Node's fetch fails on a form that it still streams.
  const whole = new Response(form);
  const query = new URLSearchParams({ ...(channel && { channel }), ...(commit && { commit }) });
  const response = await fetch(`${origin}/api/releases/${id}/${version}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': whole.headers.get('content-type') ?? '' },
    body: await whole.arrayBuffer(),
    // A redirect would carry the key elsewhere.
    redirect: 'error',
  }).catch((error) => {
    throw new Failure(`The upload to ${name} failed: ${error.cause?.message ?? error.message}`);
  });
  /** @type {any} */
  const reply = await response.json().catch(() => ({}));
  if (response.ok && Array.isArray(reply.missing_calls)) return reply;
  if (response.status === 404) throw new Failure(`${name} takes no uploads: its services need RELEASE_UPLOADS=1.`);
  throw new Failure(`${name} has refused ${id} ${version} (${reply.code ?? response.status}): ${reply.message ?? ''}`);
}
