import { type Doc, isDocument } from '../values/bson.js';
import { elementEnd } from '../values/partial.js';

/** Whether a stored document satisfies a filter; undefined when it has to be decoded to tell. */
export type ByteFilter = (bytes: Buffer) => boolean | undefined;

const STRING = 0x02;
/** An array holds what equals one of its elements; the other types compare with strings in ways of their own. */
const TO_DECODE = new Set([0x04, 0x0b, 0x0d, 0x0e, 0x0f]);

/** The UTF-8 bytes of a text, one character each. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The texts of which a condition wants one; undefined for any other condition. */
function wantedTexts(condition: unknown): string[] | undefined {
  if (typeof condition === 'string') return [condition];
  if (!isDocument(condition)) return undefined;
  const [operator, ...more] = Object.keys(condition);
  if (more.length > 0) return undefined;
  if (operator === '$eq' && typeof condition['$eq'] === 'string') return [condition['$eq']];
  const list = operator === '$in' ? condition['$in'] : undefined;
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
}

/**
 * A filter that only asks whether fields at the top equal texts or are among them, as a comparison of stored bytes: most
 * filters of an application are such, and decoding takes longer than comparing.
 *
 * @returns undefined for any other filter
 */
export function byteFilter(filter: Doc): ByteFilter | undefined {
  const wanted = new Map<string, ReadonlySet<string>>();
  for (const [name, condition] of Object.entries(filter)) {
    const texts = wantedTexts(condition);
    // A replacement character stands for any bytes that are no UTF-8.
    if (
      texts === undefined ||
      name.includes('.') ||
      name.startsWith('$') ||
      texts.some((text) => text.includes('\ufffd'))
    )
      return undefined;
    wanted.set(bytesOf(name), new Set(texts.map(bytesOf)));
  }
  if (wanted.size === 0) return undefined;
  return (bytes) => {
    let left = wanted.size;
    for (let at = 4, end = bytes.length - 1; at < end;) {
      const nameEnd = bytes.indexOf(0, at + 1);
      const next = elementEnd(bytes, at, nameEnd);
      if (next === undefined) return undefined;
      const texts = wanted.get(bytes.toString('latin1', at + 1, nameEnd));
      if (texts !== undefined) {
        const type = bytes[at]!;
        if (TO_DECODE.has(type)) return undefined;
        if (type !== STRING || !texts.has(bytes.toString('latin1', nameEnd + 5, next - 1))) return false;
        if (--left === 0) return true;
      }
      at = next;
    }
    return false;
  };
}
