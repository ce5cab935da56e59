import { randomBytes } from 'node:crypto';
import { sentence } from '../content.mjs';

export const pages = 300;
export const wordOfLastPage = 'chicane';
const linesPerPage = 48;
/** Pixels of the picture on each page, whose noise does not compress: as many bytes as a photograph. */
const side = 110;

/**
 * A document of regulations: text and a picture on each page.
 * @param {number} perNode pages of each node of the page tree; a reader visits every page of a tree with a single node to find the last
 */
export function longPdf(perNode) {
  const nodes = Array.from({ length: pages / perNode }, (_, node) => node);
  const firstPage = 4 + nodes.length;
  const references = (numbers) => numbers.map((number) => `${number} 0 R`).join(' ');
  const kidsOf = (node) => Array.from({ length: perNode }, (_, kid) => firstPage + 3 * (node * perNode + kid));
  /** @type {(string | Buffer)[]} */
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${references(nodes.map((node) => 4 + node))}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...nodes.map((node) => `<< /Type /Pages /Parent 2 0 R /Count ${perNode} /Kids [${references(kidsOf(node))}] >>`),
    ...Array.from({ length: pages }, (_, page) => page).flatMap((page) => {
      const [parent, text, picture] = [
        4 + Math.floor(page / perNode),
        firstPage + 3 * page + 1,
        firstPage + 3 * page + 2,
      ];
      const resources = `<< /Font << /F1 3 0 R >> /XObject << /I1 ${picture} 0 R >> >>`;
      return [
        `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${text} 0 R >>`,
        stream('', Buffer.from(contentOf(page))),
        stream(
          `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
          randomBytes(side * side * 3),
        ),
      ];
    }),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    const offset = length;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}${trailer}`),
  ]);
}

/** @param {string} entries @param {Buffer} bytes */
const stream = (entries, bytes) =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** @param {number} page */
function contentOf(page) {
  const lines = Array.from(
    { length: linesPerPage },
    (_, line) => `Article ${page + 1}.${line + 1} ${sentence(page * linesPerPage + line, 12)}`,
  );
  if (page === pages - 1) lines.push(wordOfLastPage);
  const text = lines.map((line) => `(${line}) Tj T*`).join('\n');
  return `q 110 0 0 110 430 20 cm /I1 Do Q\nBT /F1 10 Tf 14 TL 60 790 Td\n${text}\nET`;
}
