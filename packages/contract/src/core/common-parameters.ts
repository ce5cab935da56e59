import { z } from 'zod';

/**
 * Accepted by every call (specification A §7, names from the decisions): in the query for GET and DELETE, in the body for POST
 * and PUT. All are optional; a call without `api-version` counts as current.
 */
export const commonParameters = z.object({
  /** Session token; the web client sends `Authorization: Bearer` instead and never puts it in a URL. */
  token: z.string().max(200).optional(),
  /** The chosen workplace's id; absent or '' is the default (no workplace) option. */
  workplace: z.string().max(80).optional(),
  /** `lon,lat`, JSON `[lon, lat]`, or the pair itself. Read by no call; the web client never sends it, since URLs are logged. */
  geo: z.union([z.string().max(80), z.tuple([z.number(), z.number()])]).optional(),
  preferred_lang: z.string().max(20).optional(),
  'api-version': z.unknown().optional(),
  /** The device's wall time with offset. */
  'local-time': z.string().max(64).optional(),
  /** The web client sends the version of its contract; other clients have versions of their own. */
  'client-version': z.string().max(64).optional(),
  'device-version': z.string().max(64).optional(),
  'device-platform': z.string().max(64).optional(),
  'device-model': z.string().max(128).optional(),
  /** `delete` turns a GET into the DELETE of the same path. */
  method: z.literal('delete').optional(),
});
export type CommonParameters = z.output<typeof commonParameters>;

/** The current API version. */
export const apiVersion = '0.4';

/** True for 0.4, 0.4.x and no version at all; any other value, also an unreadable one, is `DEPRECATED_CLIENT`. */
export function isCurrentApiVersion(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^0\.4(\.\d{1,9})?$/.test(value));
}
