import { z } from 'zod';
import { parseJson } from '../parse-json.js';

const apple = z.strictObject({
  /** Of the key in App Store Connect: Users and Access, Integrations, In-App Purchase. */
  issuer: z.string().min(1),
  key_id: z.string().min(1),
  /** The key's PEM. */
  private_key: z.string().min(1),
  bundle_id: z.string().min(1),
  /** The app's number in App Store Connect. */
  app_id: z.number().int(),
  /** Apple's root certificates (DER in base64), from https://www.apple.com/certificateauthority/. */
  roots: z.array(z.base64()).min(1),
  /** Accepts purchases of the sandbox only; without it they are refused. */
  sandbox: z.boolean().default(false),
});

const google = z.strictObject({
  package: z.string().min(1),
  /** The service account that may read the app's orders. */
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  /** The audience and the service account of the Pub/Sub subscription that pushes notifications. */
  audience: z.string().min(1),
  push_email: z.string().min(1),
  /** Accepts purchases of licence testers; without it they are refused. */
  sandbox: z.boolean().default(false),
});

const settings = z.strictObject({ apple: apple.optional(), google: google.optional() });
export type AppleSettings = z.output<typeof apple>;
export type GoogleSettings = z.output<typeof google>;

/** What the server needs to check purchases of the native stores, by community. */
export const storeSettings = z
  .string()
  .default('{}')
  // The message never contains the text: it holds private keys.
  .transform((text, context): Readonly<Record<string, z.output<typeof settings>>> => {
    const parsed = z.record(z.string(), settings).safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    context.addIssue(`must be JSON of the stores by community; ${path === '' ? 'it is no JSON' : `see ${path}`}`);
    return z.NEVER;
  });
