import type { Flags } from './flags.js';
import { testPattern, type PatternRules } from './patterns.js';
import { isSpeakable } from './speakable.js';

export const usernamePattern = /^\w+$/;

/**
 * The rule of user names without their length. Under any pattern of the deployment, a name has no at sign (sign-in would read it
 * as an address) and no space (it could not be mentioned).
 */
export function usernameTest({
  username_pattern: own,
  matches = testPattern,
}: Pick<Flags, 'username_pattern'> & PatternRules): (name: string) => boolean {
  const fits = (name: string) => (own ? matches(own, name) : usernamePattern.test(name));
  return (name) => !/[\s@]/.test(name) && isSpeakable(name) && fits(name);
}

const digits = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
const alphabets = [digits, small, small.toUpperCase()];
const joiners = ['', '_', '.', '-'];
/** Lengths of a random tail. The shortest allows a thousand names. */
const tailLengths = [8, 6, 5, 4, 3];
const longest = 40;
const drawn = 10;

type Rules = Pick<Flags, 'username_max' | 'username_pattern'> & PatternRules;
interface Shape {
  stem: string;
  alphabet: string;
  tail: number;
}

/**
 * User names for a member who could not choose one, best first: the wishes, the wishes with a number, then names with a random
 * tail. Empty when the deployment's pattern matches none of these shapes.
 *
 * @param wishes - ASCII words
 * @param random - returns an integer from 0 to below its argument
 */
export function fittingUsernames(rules: Rules, wishes: readonly string[], random: (below: number) => number): string[] {
  const fits = usernameTest(rules);
  const max = rules.username_max;
  const forms = [...wishes, 'member'].flatMap(formsOf);
  const plain = wishes.flatMap(formsOf).map((form) => form.slice(0, max));
  const [first = ''] = plain.filter(fits);
  const numbered = first ? [2, 3, 4, 5].map((number) => first.slice(0, max - 1) + String(number)) : [];
  const draw = ({ stem, alphabet, tail }: Shape) =>
    stem + Array.from({ length: tail }, () => alphabet[random(alphabet.length)]!).join('');
  const shape = shapeOf(rules, first ? [first, ...forms] : forms, (one) => fits(draw(one)) && fits(draw(one)));
  const tailed = shape ? Array.from({ length: drawn }, () => draw(shape)) : [];
  return [...new Set([first, ...numbered, ...plain, ...tailed])].filter(fits);
}

/** Whether a matching name exists for every member, even when all preferred ones are taken. */
export function hasFittingUsernames(rules: Rules): boolean {
  let turn = 0;
  return fittingUsernames(rules, [], (below) => (turn += 7) % below).length > 1;
}

/** A wish in the spellings that patterns commonly require. */
function formsOf(wish: string): string[] {
  const letters = wish.replaceAll(/[^A-Za-z]/g, '');
  const title = letters.charAt(0).toUpperCase() + letters.slice(1).toLowerCase();
  const spellings = [wish, wish.toLowerCase()];
  const joined = ['.', '-'].flatMap((joiner) => spellings.map((spelling) => spelling.replaceAll('_', joiner)));
  return [...spellings, letters.toLowerCase(), letters.toUpperCase(), title, ...joined].filter(Boolean);
}

/** The first matching shape with a random tail: the whole form if there is room, else its beginning, else the tail alone. */
function shapeOf(
  { username_max, username_pattern = '' }: Rules,
  forms: readonly string[],
  fits: (shape: Shape) => boolean,
): Shape | undefined {
  // A literal prefix of the pattern, as in `^gt_\w+$`.
  const prefix = /^\^([\w-]+)(?![\w-]*[*+?{])/.exec(username_pattern)?.[1] ?? '';
  for (const prefixed of prefix ? ['', prefix] : [''])
    for (const form of [...forms, ''])
      for (const joiner of joiners)
        for (const alphabet of alphabets)
          for (const tail of tailLengths)
            for (let length = Math.min(username_max, longest); length >= tail; length -= 1) {
              const room = length - tail - joiner.length - prefixed.length;
              if (room < 0) break;
              const shape = { stem: prefixed + form.slice(0, room) + joiner, alphabet, tail };
              if (fits(shape)) return shape;
              if (room > form.length) length = tail + joiner.length + prefixed.length + form.length + 1;
            }
  return undefined;
}
