import { oneWordLetter } from './scripts.js';
import { findLinks } from './text-links.js';

/*
 * The one definition of a mention, for the service that notifies, the composer that suggests and the page that links: '@' and a
 * user name, neither inside a link or an address nor behind a letter of any script.
 */

/** A mention within a text: '@' at position `index`, and a name. */
interface Mention {
  readonly index: number;
  /** The user names that it can mean, as written, the longest first: 'Ann.Lee', then 'Ann', since a full stop can end a sentence. */
  readonly names: readonly string[];
}

/** The name being typed at a caret. */
interface TypedMention {
  readonly query: string;
  /** Index of the '@'. */
  readonly from: number;
  /** Index after the last character of the name. */
  readonly to: number;
}

const letter = String.raw`[\p{L}\p{M}\p{N}_]`;
// The sign comes first, so that the text before it is read at signs only. Behind a letter, also with signs of an address between, it
// belongs to an address: `a.b-@x`, `site.example/@x`.
const start = String.raw`@(?<![\p{L}\p{M}\p{N}_@][.+\/=&?%~#-]*@)`;
const mention = new RegExp(`${start}(${letter}+(?:[.-]${letter}+)*)`, 'gu');
const typed = new RegExp(`${start}(${letter}+(?:[.'’-]${letter}+)*)$`, 'u');
const rest = new RegExp(`^${letter}*`, 'u');
/** Longer ones are no user names. */
const maxNameLength = 140;
/** Names that one mention is looked up by. */
const maxNames = 4;

/** The mentions of a text in order. Whether such members exist is for the caller to look up. */
export function findMentions(text: string): Mention[] {
  if (!text.includes('@')) return [];
  const isInLink = linkTest(text);
  return Array.from(text.matchAll(mention)).flatMap(({ 0: whole, 1: name, index }): Mention[] => {
    // `@name@site.example` is an address of another network.
    if (isInLink(index) || text[index + whole.length] === '@') return [];
    const names = namesOf(name!);
    return names.length > 0 ? [{ index, names }] : [];
  });
}

/** The mention being typed: '@', then at least one letter of a user name or a full name up to the caret. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret);
  const match = typed.exec(before);
  const query = match?.[1] ?? '';
  if (!match || query.length > maxNameLength || linkTest(before)(match.index)) return null;
  return { query, from: match.index, to: caret + rest.exec(text.slice(caret))![0].length };
}

function linkTest(text: string): (index: number) => boolean {
  const links = findLinks(text);
  return (at) => links.some(({ index, text: written }) => at >= index && at < index + written.length);
}

/** Where a name may end before its last letter: at a joining sign, and where Chinese or Korean follows without a space (`@annさん`). */
const earlierEnds = new RegExp(`[.-]|(?<=[0-9A-Za-z_])(?=${oneWordLetter})`, 'gu');

/** A name, and its beginnings where it may end earlier. */
function namesOf(written: string): string[] {
  const ends = Array.from(written.matchAll(earlierEnds), ({ index }) => index).reverse();
  const names = [written, ...ends.map((end) => written.slice(0, end))];
  return names.filter(({ length }) => length <= maxNameLength).slice(0, maxNames);
}
