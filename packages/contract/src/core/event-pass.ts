import { asciiDigits } from './digits.js';

/** What the code of a pass says: who may enter which event, with the service's signature of it. */
export interface EventPass {
  event: string;
  user: string;
  /** ECDSA with P-256 and SHA-256, 64 bytes as base64url. */
  signature: string;
}

const pattern = /^PDK1\.([\w:-]{1,80})\.([\w:-]{1,80})\.([\w-]{86})$/;

/** The text of a pass's QR code. */
export const passText = ({ event, user, signature }: EventPass): string => `PDK1.${event}.${user}.${signature}`;

/** Reads a scanned text; undefined for any other code. */
export function readPassText(text: string): EventPass | undefined {
  const [, event, user, signature] = pattern.exec(text.trim()) ?? [];
  return event === undefined || user === undefined || signature === undefined ? undefined : { event, user, signature };
}

/** The bytes that are signed. */
export const signedPart = ({ event, user }: Pick<EventPass, 'event' | 'user'>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`paddock-pass:${event}:${user}`);

/** Digits and letters of a short code: without those that look like others. */
export const shortCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const shortCodeLength = 8;

/** A typed short code as it is stored: without spaces and dashes, O as 0, I and L as 1. */
export const tidyShortCode = (typed: string): string =>
  asciiDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
