import { randomInt } from 'node:crypto';

/** Without letters that are taken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 10;

/** Ten codes of some 49 bits each, `abcde-fghjk`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** A code as it is compared: however it was typed. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === length ? code : undefined;
}
