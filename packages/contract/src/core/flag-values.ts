import { z } from 'zod';
import { isTimeZone } from './time-zones.js';

/** A switch that is on unless a deployment turns it off. */
export const on = z.boolean().default(true);
/** A switch that is off unless a deployment turns it on. */
export const off = z.boolean().default(false);
/** A whole number from 0. */
export const count = z.number().int().min(0);
/** A text of at most so many characters. */
export const text = (max: number) => z.string().max(max);
/** A path below the deployment's assets. */
export const assetPath = z
  .string()
  .max(500)
  .refine((path) => !path.split(/[\\/]/).includes('..'), 'must be a path below the assets folder');
/** Allowed targets of a deployment's links: web pages, never scripts or files. */
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with https:// or http://',
});
/** An IANA time zone. For a place alone (`Berlin`), the error names the zone that ends with it. */
export const timeZone = z.string().refine(isTimeZone, {
  error: ({ input }) => {
    const zone = Intl.supportedValuesOf('timeZone').find((name) =>
      name.endsWith(`/${String(input).replace(/ /g, '_')}`),
    );
    return `must be an IANA time zone such as Europe/Brussels${zone ? `; did you mean '${zone}'?` : ''}`;
  },
});
/** A regular expression, as text. */
export const pattern = z.string().max(500).refine(isPattern, { error: 'must be a regular expression' });

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A group of flags that takes its own defaults when the whole group is missing. */
export function group<S extends z.core.$ZodShape>(shape: S) {
  return z.strictObject(shape).prefault({} as never);
}
