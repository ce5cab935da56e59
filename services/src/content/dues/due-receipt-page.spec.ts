import { describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { receiptPdf } from './due-receipt-page.js';

const at = new Date('2031-01-15T12:00:00Z');
const pdfOf = async (facts: [string, string][], sums: [string, string][], isRightToLeft = false) =>
  (await buffer(receiptPdf({ community: 'Motorsport', title: 'Receipt', facts, sums, isRightToLeft, at }))).toString(
    'latin1',
  );
const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)!.length;

describe('the page of a receipt', () => {
  it('continues on a further page, so that no refund and no total is cut off', async () => {
    const refunds = (count: number) =>
      Array.from({ length: count }, (_, at): [string, string] => [`Refund ${at}`, '-0.01 EUR']);
    expect(pagesOf(await pdfOf([], refunds(10)))).toBe(1);
    expect(pagesOf(await pdfOf([], refunds(100)))).toBe(3);
  });

  it.each<[string, string]>([
    ['a word without end', 'a'.repeat(5000)],
    ['emoji without spaces', '\u{1F3CE}\u{FE0F}'.repeat(200)],
    ['changes of direction', '\u202Eabc\u202C \u05D0\u05D1 12 \u0623\u0628'.repeat(20)],
    ['commands of PDF', ') Tj ET endstream endobj ('],
    ['nothing', ''],
  ])('is a whole PDF with %s', async (_name, text) => {
    for (const isRightToLeft of [false, true]) {
      const pdf = await pdfOf([['Member', text]], [[text, text]], isRightToLeft);
      expect([pdf.slice(0, 5), pdf.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
    }
  });
});
