import { asciiDigits } from './digits.js';

/** A link within a text: `text` as written from position `index`, and the address it leads to. */
export interface TextLink {
  readonly index: number;
  readonly text: string;
  readonly kind: 'web' | 'email';
  readonly url: string;
}

// An address starts where no Latin letter, digit or part of another address precedes it: Chinese and Arabic may. Full-width
// brackets and the punctuation of Arabic, Hindi, Chinese and Japanese end it. The parts of an e-mail address are bounded, so that
// a long text takes linear time.
const candidates =
  /(?<![\w./@-])(?:https?:\/\/|www\.)[^\s<>"“”«»،؛؟।॥。，、．！？；：｡､（）［］｛｝＜＞｢｣〈-】〔-〛〝-〟\p{Cc}\p{Cf}]+|(?<![\w.+/@-])[\w.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu;
/** Longer ones are no links. */
const maxLength = 2000;
const punctuation = ".,;:!?'’*…";
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Finds the web addresses (http, https, and www. without a scheme) and e-mail addresses of a text, in order (specification A §2). */
export function findLinks(text: string): TextLink[] {
  return [...text.matchAll(candidates)].flatMap((match): TextLink[] => {
    if (match[0].length > maxLength) return [];
    const isWeb = /^(?:https?:|www\.)/i.test(match[0]);
    const written = isWeb ? withoutSentence(match[0]) : match[0];
    const url = isWeb ? webAddress(written) : emailAddress(written);
    return url === undefined ? [] : [{ index: match.index, text: written, kind: isWeb ? 'web' : 'email', url }];
  });
}

/** Without the punctuation of the sentence around it, and without closing brackets that were opened before the address. */
function withoutSentence(found: string): string {
  // From the end, one step for each character: a text of dots and brackets must take linear time.
  const left = new Map([...'()[]{}'].map((bracket) => [bracket, found.split(bracket).length - 1]));
  for (let end = found.length; end > 0; end -= 1) {
    const last = found[end - 1]!;
    if (punctuation.includes(last)) continue;
    const opening = brackets[last];
    const closed = left.get(last) ?? 0;
    if (opening === undefined || (left.get(opening) ?? 0) >= closed) return found.slice(0, end);
    left.set(last, closed - 1);
  }
  return '';
}

function webAddress(written: string): string | undefined {
  const address = /^www\./i.test(written) ? `https://${written}` : written;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A user name in an address imitates the name of another site.
  if (!url || url.username !== '' || url.password !== '' || /^www\.[^.]*$/.test(url.hostname)) return undefined;
  return url.href;
}

function emailAddress(written: string): string | undefined {
  const isWhole = /\.[\p{L}-]{2,}$/u.test(written) && !/^\.|\.\.|\.@/.test(written);
  return isWhole ? `mailto:${written}` : undefined;
}

/**
 * The address by which a member reaches what another member wrote in a field. A telephone number keeps `*` and `#`, which phones
 * dial; a bare `#` would begin a fragment (RFC 3966, RFC 3986).
 */
export function contactHref(type: 'email' | 'tel' | 'map', value: string): string {
  if (type === 'tel')
    return `tel:${asciiDigits(value)
      .replaceAll(/[^\d+*#]/g, '')
      .replaceAll('#', '%23')}`;
  if (type === 'email') return `mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(value)}`;
}
