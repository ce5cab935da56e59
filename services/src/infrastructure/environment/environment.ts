import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../parse-json.js';
import { StartError } from '../start-error.js';
import { storeSettings } from './store-settings.js';
import { telemetryOf, telemetryVariables } from './telemetry-settings.js';

/** Injection token of {@link Environment}. */
export const ENVIRONMENT = Symbol('environment');

const minSecretLength = 32;

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
/** Networks like `203.0.113.0/24`, or addresses alone. */
const networks = list.transform((entries, context) => {
  const known = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const prefix = bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits || 'none');
    try {
      known.addSubnet(address, prefix, family);
    } catch {
      context.addIssue(`has an entry that is no network like 203.0.113.0/24: ${entry}`);
      return z.NEVER;
    }
  }
  return known;
});
const secrets = z
  .string()
  .default('{}')
  // The message never contains the text: it holds secrets.
  .transform((text, context): Readonly<Record<string, string>> => {
    const parsed = z.record(z.string(), z.string().min(1)).safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue('must be JSON of secrets by community, like {"motorsport":"…"}');
    return z.NEVER;
  });
const yes = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');
const folder = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((path) => resolve(path));

export const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  /** 0 takes any free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  /** Addresses in links of mails; without one, the address of the request. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Extends HSTS to the subdomains of each host; they all need HTTPS then. */
  HSTS_SUBDOMAINS: yes,
  /** Addresses or networks of the reverse proxy whose X-Forwarded-* headers count; by default none. */
  TRUSTED_PROXY: list,
  /** Services whose calls this process answers, e.g. `chats,shouts`; by default all. */
  SERVICES: list,
  MONGODB_URI: z.string({ error: 'must be set' }).regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb://'),
  MONGODB_DB: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('paddock'),
  DATA_DIR: folder('var/data'),
  /** The S3 bucket that stores files; without one they are stored in DATA_DIR. Credentials are those of the AWS SDK. */
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** The address of an S3-compatible service other than AWS. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The S3 bucket that holds the module registry; REGISTRY_DIR is then a copy of it. Region, endpoint and credentials as for files. */
  REGISTRY_S3_BUCKET: z.string().optional(),
  /** The virus scanner that checks each file before it is stored: `host:port` or the path of a socket of clamd. */
  CLAMD: z
    .string()
    .regex(/^(\/.+|[^/]+:\d{1,5})$/, 'must be host:port or the path of a socket')
    .optional(),
  /** Takes releases by upload, with keys of `npm run release-keys`. REGISTRY_DIR must be writable, and that of all processes. */
  RELEASE_UPLOADS: yes,
  REGISTRY_DIR: folder('var/registry'),
  SHELL_DIR: folder('var/shell'),
  DEPLOYMENTS_DIR: folder('deployments'),
  /** Signs addresses of files and links; by default made once and stored in DATA_DIR. */
  SECRET: z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`).optional(),
  /** The private key (P-256, base64url) that signs push messages (VAPID); by default made once and stored in DATA_DIR. */
  VAPID_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  SESSION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** How long an account with an unverified e-mail address is kept. */
  UNPROVED_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Paddock <paddock@example.org>')
    .default('Paddock <paddock@localhost>'),
  /** The bearer token of `GET /metrics`; without one, only this machine may read it. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** `off` removes the limits for tests and benchmarks; production ignores it. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Networks where many members share one address, such as a paddock behind one NAT. */
  KNOWN_NETWORKS: networks,
  /** The factor by which the limits of one address grow in a known network; 10 allows 300 sign-ups an hour instead of 30. */
  KNOWN_NETWORK_FACTOR: z.coerce.number().int().min(1).max(1000).default(10),
  /** Fills an empty database with each community's demo content. */
  DEMO: yes,
  /** Private `host:port` pairs that outbound fetches may connect to; refused in production with a public host. */
  OUTBOUND_ALLOW: list,
  /** Client secrets of third-party sign-in as JSON, by community; a community without one is a public client. */
  THIRD_PARTY_SECRETS: secrets,
  /** Stripe's secret key; its messages never contain it. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  /** The secret with which Stripe signs webhooks. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must begin with whsec_')
    .optional(),
  /** Keys for the native stores as JSON, by community. */
  STORES: storeSettings,
  /** Tests replace the stores' services by the server at this address; refused in production. */
  STORES_STAND_IN: z.url({ protocol: /^http$/ }).optional(),
  /** The name of the release that runs, as the status page shows it; by default its commit, if Git knows it. */
  RELEASE: z.string().max(60).optional(),
  /** A line with the client's address for each reply: `short` names the network only. */
  ACCESS_LOG: z.enum(['off', 'short', 'full']).default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...telemetryVariables,
  /** Redis, by which several processes hear of each other's events at once; without it they ask the database. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});

/** The checked environment of the process. The README lists the variables, and a test compares. */
export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads and checks the environment.
 *
 * @throws {StartError} one sentence that names the first bad variable.
 */
export function readEnvironment(source: NodeJS.ProcessEnv) {
  const values = parsed(variables, source);
  const production = values.NODE_ENV === 'production';
  if (production && values.OUTBOUND_ALLOW.length > 0 && values.PUBLIC_URL)
    throw new StartError('OUTBOUND_ALLOW opens private addresses and cannot be set in production with a PUBLIC_URL.');
  if (production && values.STORES_STAND_IN)
    throw new StartError('STORES_STAND_IN replaces the app stores in tests and cannot be set in production.');
  return {
    production,
    test: values.NODE_ENV === 'test',
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    trustedProxy: values.TRUSTED_PROXY,
    services: values.SERVICES,
    mongoUri: values.MONGODB_URI,
    mongoDb: values.MONGODB_DB,
    dataDir: values.DATA_DIR,
    s3: values.S3_BUCKET
      ? { bucket: values.S3_BUCKET, region: values.S3_REGION, endpoint: values.S3_ENDPOINT }
      : undefined,
    registryS3: values.REGISTRY_S3_BUCKET
      ? { bucket: values.REGISTRY_S3_BUCKET, region: values.S3_REGION, endpoint: values.S3_ENDPOINT }
      : undefined,
    releaseUploads: values.RELEASE_UPLOADS,
    clamd: values.CLAMD,
    registryDir: values.REGISTRY_DIR,
    shellDir: values.SHELL_DIR,
    deploymentsDir: values.DEPLOYMENTS_DIR,
    secret: values.SECRET ?? readOrCreateSecret(values.DATA_DIR, 'secret', () => randomBytes(32).toString('base64url')),
    vapidKey: values.VAPID_KEY ?? readOrCreateSecret(values.DATA_DIR, 'vapid-key', newVapidKey),
    sessionDays: values.SESSION_DAYS,
    unprovedDays: values.UNPROVED_DAYS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    metricsToken: values.METRICS_TOKEN,
    rateLimits: production || values.RATE_LIMITS === 'on',
    networks: {
      factor: values.KNOWN_NETWORK_FACTOR,
      /** Also accepts the result of `networkOf`. */
      known: (address: string) => {
        const plain = address.replace(/\/64$/, '');
        const family = isIP(plain);
        return family !== 0 && values.KNOWN_NETWORKS.check(plain, family === 6 ? 'ipv6' : 'ipv4');
      },
    },
    demo: values.DEMO,
    outboundAllow: values.OUTBOUND_ALLOW,
    thirdPartySecrets: values.THIRD_PARTY_SECRETS,
    stripeSecretKey: values.STRIPE_SECRET_KEY,
    stripeWebhookSecret: values.STRIPE_WEBHOOK_SECRET,
    stores: values.STORES,
    storesStandIn: values.STORES_STAND_IN,
    release: values.RELEASE,
    accessLog: values.ACCESS_LOG,
    logLevel: values.LOG_LEVEL,
    redisUrl: values.REDIS_URL,
    telemetry: telemetryOf(values),
  } as const;
}

/**
 * Of commands on the registry, which need no other setting.
 *
 * @throws {StartError} one sentence that names the variable that is bad or missing.
 */
export function registrySettings(source: NodeJS.ProcessEnv) {
  const values = parsed(variables.pick({ REGISTRY_S3_BUCKET: true, S3_REGION: true, S3_ENDPOINT: true }), source);
  if (!values.REGISTRY_S3_BUCKET) throw new StartError('The environment variable REGISTRY_S3_BUCKET is not set.');
  return { bucket: values.REGISTRY_S3_BUCKET, region: values.S3_REGION, endpoint: values.S3_ENDPOINT };
}

function parsed<T extends z.ZodType>(schema: T, source: NodeJS.ProcessEnv): z.output<T> {
  // An empty variable counts as unset, as shells and compose files write it.
  const present = Object.fromEntries(Object.entries(withFiles(source)).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(present);
  if (!error) return data;
  const [issue] = error.issues;
  throw new StartError(`The environment variable ${String(issue!.path[0])} is not usable: ${issue!.message}.`);
}

/** Secrets may be in files, as containers get them: `SECRET_FILE=/run/secrets/paddock` sets `SECRET`. */
function withFiles(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const values = { ...source };
  for (const name of Object.keys(variables.shape)) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (source[name]) throw new StartError(`Set ${name} or ${name}_FILE, not both.`);
    try {
      values[name] = readFileSync(file, 'utf8').trimEnd();
    } catch {
      throw new StartError(`The file of ${name}_FILE cannot be read: ${file}.`);
    }
  }
  return values;
}

function newVapidKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // Node leaves out leading zeros.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

/** Created once, readable by its owner only. Linked into place whole, so that one of two processes starting at once wins. */
function readOrCreateSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) {
      const draft = `${file}.${randomUUID()}`;
      writeFileSync(draft, make(), { mode: 0o600, flush: true });
      try {
        linkSync(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        rmSync(draft);
      }
    }
    const secret = readFileSync(file, 'utf8');
    if (secret.length < minSecretLength) throw new Error(`${file} is damaged: restore it from a backup`);
    return secret;
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot keep the secret: ${(error as Error).message}.`);
  }
}
