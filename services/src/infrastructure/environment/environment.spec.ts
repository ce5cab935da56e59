import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import { readEnvironment, registrySettings, variables } from './environment.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'paddock-environment-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (variables: Record<string, string> = {}) =>
  readEnvironment({ MONGODB_URI: 'mongodb://127.0.0.1', DATA_DIR: dataDir, ...variables });

describe(readEnvironment, () => {
  it('fills in defaults, and treats an empty variable as unset', () => {
    expect(read({ PORT: '', SERVICES: '' })).toMatchObject({ port: 4000, services: [], production: false });
  });

  it('reads lists', () => {
    expect(read({ SERVICES: 'chats, shouts,' }).services).toEqual(['chats', 'shouts']);
  });

  it('reads the secrets of third-party sign-in, and puts none into an error', () => {
    expect(read({ THIRD_PARTY_SECRETS: '{"motorsport":"hush"}' }).thirdPartySecrets).toEqual({ motorsport: 'hush' });
    expect(() => read({ THIRD_PARTY_SECRETS: 'hush-hush' })).not.toThrow(/hush/);
  });

  it('reads a variable from a file, and refuses a second value and a file that it cannot read', () => {
    const file = join(dataDir, 'mounted');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(read({ SECRET_FILE: file }).secret).toBe('s'.repeat(40));
    expect(read({ SECRET_FILE: '' }).secret).not.toBe('s'.repeat(40));
    expect(() => read({ SECRET_FILE: file, SECRET: 'x'.repeat(40) })).toThrow('Set SECRET or SECRET_FILE, not both.');
    expect(() => read({ METRICS_TOKEN_FILE: '/none' })).toThrow(
      'The file of METRICS_TOKEN_FILE cannot be read: /none.',
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['no database', { MONGODB_URI: '' }, 'The environment variable MONGODB_URI is not usable: must be set.'],
    ['another database', { MONGODB_URI: 'redis://x' }, 'MONGODB_URI is not usable: must begin with mongodb://.'],
    ['a port that is none', { PORT: '70000' }, 'PORT'],
    ['a short secret', { SECRET: 'short' }, 'SECRET'],
    ['an unknown mode', { NODE_ENV: 'prod' }, 'NODE_ENV'],
    [
      'private addresses opened in production',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://gt.example', OUTBOUND_ALLOW: '127.0.0.1:25' },
      'OUTBOUND_ALLOW opens private addresses',
    ],
    [
      'secrets that are no JSON',
      { THIRD_PARTY_SECRETS: 'hush-hush' },
      'THIRD_PARTY_SECRETS is not usable: must be JSON',
    ],
    ['a network that is none', { KNOWN_NETWORKS: '203.0.113.0/33' }, 'KNOWN_NETWORKS is not usable: has an entry'],
    ['a sender without an address', { MAIL_FROM: 'Paddock' }, 'MAIL_FROM is not usable: must be like Paddock <padd'],
    ['a sender without a domain', { MAIL_FROM: 'Paddock <paddock>' }, 'MAIL_FROM'],
    ['a network without its bits', { KNOWN_NETWORKS: '203.0.113.0/' }, 'KNOWN_NETWORKS'],
    [
      'an empty secret',
      { THIRD_PARTY_SECRETS: '{"motorsport":""}' },
      'THIRD_PARTY_SECRETS is not usable: must be JSON',
    ],
  ])('refuses %s in one sentence', (_, variables, sentence) => {
    expect(() => read(variables)).toThrow(StartError);
    expect(() => read(variables)).toThrow(sentence);
  });

  it.each([
    ['203.0.113.9', true],
    ['203.0.114.9', false],
    ['198.51.100.7', true],
    ['2001:db8:1:2::/64', true],
    ['2001:db8:2:2::/64', false],
    ['nonsense', false],
  ])('knows whether %s is in a known network: %p', (address, known) => {
    const { networks } = read({ KNOWN_NETWORKS: '203.0.113.0/24, 198.51.100.7, 2001:db8:1::/48' });
    expect(networks.known(address)).toBe(known);
  });

  it('makes the secret once, readable by its owner only', () => {
    const { secret } = read();
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(read().secret).toBe(secret);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret);
  });

  it.each([['empty'], ['cut off']])('does not sign with a secret whose file is %s', (state) => {
    writeFileSync(join(dataDir, 'secret'), state === 'empty' ? '' : 's'.repeat(20));
    expect(() => read()).toThrow(
      /^DATA_DIR .* cannot keep the secret: .*secret is damaged: restore it from a backup\.$/,
    );
  });

  it('names the folder where the secret cannot be stored', () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(() => read({ DATA_DIR: join(dataDir, 'file') })).toThrow(/^DATA_DIR .* cannot keep the secret/);
  });
});

describe('the README', () => {
  it('lists every variable, and none besides', () => {
    const page = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    const [, settings = ''] = /^## Settings$(.*?)^## /ms.exec(page) ?? [];
    const listed = [...settings.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
    );
    expect(listed.sort()).toEqual(Object.keys(variables.shape).sort());
  });
});

describe(registrySettings, () => {
  it('names the variable that is bad or missing', () => {
    expect(() => registrySettings({ S3_ENDPOINT: 'https://s3' })).toThrow(
      'The environment variable REGISTRY_S3_BUCKET is not set.',
    );
    expect(() => registrySettings({ REGISTRY_S3_BUCKET: 'modules', S3_ENDPOINT: 'ftp://s3' })).toThrow(
      'The environment variable S3_ENDPOINT is not usable:',
    );
  });
});
