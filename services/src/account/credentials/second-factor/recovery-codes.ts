import { randomInt } from 'node:crypto';

/** No letters or digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 10;

/** Returns ten codes of about 49 bits each, `abcde-fghjk`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** Normalizes a typed code for comparison; undefined when its length is wrong. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === length ? code : undefined;
}
