import { z } from 'zod';
import type { Flags } from './flags.js';
import { testPattern, type PatternRules } from './patterns.js';

/** A local part of up to 64 characters, and a domain with a top-level part of 2 to 63 letters. */
export const emailPattern = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,63}$/i;
/** Control, format and bidi characters, separators, lone surrogates. */
const notInAddresses = /[\p{C}\p{Z}]/u;
const domainLabel = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether mail can reach an address, under any pattern of the deployment: no hidden characters, and a domain that can exist. */
function isPossibleAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return (
    !notInAddresses.test(address) && domain.length <= 253 && domain.split('.').every((label) => domainLabel.test(label))
  );
}

export type AddressRules = Pick<Flags, 'email_pattern'> & PatternRules;

/**
 * A new e-mail address, lowercased, by the deployment's own pattern if it has one. `empty` is the code suffix for an empty
 * value.
 */
export function emailAddress(rules: AddressRules, empty: 'REQUIRED' | 'INVALID') {
  const fits = addressTest(rules);
  return addressField(empty).refine((address) => fits(address) && isPossibleAddress(address), 'INVALID');
}

/** The address of an existing member, who may have verified it before the deployment had its pattern. */
export function knownEmailAddress(rules: AddressRules, empty: 'REQUIRED' | 'INVALID') {
  return addressField(empty).refine(knownAddressTest(rules), 'INVALID');
}

const addressField = (empty: 'REQUIRED' | 'INVALID') =>
  z.string({ error: empty }).trim().min(1, empty).max(320, 'INVALID').toLowerCase();

/** Whether a text is an address by the default pattern or the deployment's own. */
export function knownAddressTest(rules: AddressRules): (address: string) => boolean {
  const fits = addressTest(rules);
  return (address) => (emailPattern.test(address) || fits(address)) && isPossibleAddress(address);
}

const addressTest =
  ({ email_pattern: own, matches = testPattern }: AddressRules) =>
  (address: string): boolean =>
    own ? matches(own, address) : emailPattern.test(address);
