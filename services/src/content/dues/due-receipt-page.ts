import bidiModule, { type Bidi } from 'bidi-js';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';

/** What a receipt says, in the reader's language. */
export interface ReceiptPage {
  community: string;
  title: string;
  /** Label and value. */
  facts: readonly (readonly [string, string])[];
  sums: readonly (readonly [string, string])[];
  note?: string;
  isRightToLeft: boolean;
  at: Date;
}

const fontOf = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
/** Latin, Greek, Cyrillic, Hebrew and Arabic letters. */
const [regular, bold] = ['DejaVuSans', 'DejaVuSans-Bold'].map(fontOf) as [string, string];
/** Its types are those of an ES module; Node.js gets a CommonJS one, whose value is the function itself. */
const bidi = (bidiModule as unknown as () => Bidi)();
const [margin, lineGap] = [56, 6];
/** Makes the font shape a run as a whole: without a feature, pdfkit shapes word by word and orders them from left to right. */
const features = ['rtla'] as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** A receipt as PDF; its bytes depend on what it says alone. */
export function receiptPdf(page: ReceiptPage): Readable {
  const { community, title, facts, sums, note, isRightToLeft, at } = page;
  const info = { Title: `${title} ${community}`, CreationDate: at, ModDate: at };
  const doc = new PDFDocument({ size: 'A4', margin, font: regular, info, lang: isRightToLeft ? 'ar' : 'en' });
  const writer = new Writer(doc, isRightToLeft);
  writer.line(community, { font: regular, size: 12 });
  writer.line(title, { font: bold, size: 24 });
  writer.gap(16);
  for (const [label, value] of facts) writer.row(label, value);
  writer.gap(16);
  for (const [label, value] of sums) writer.row(label, value);
  if (note !== undefined) {
    writer.gap(24);
    writer.line(note, { font: bold, size: 11 });
  }
  doc.end();
  return doc;
}

interface Style {
  font: string;
  size: number;
}

/** Writes lines from top to bottom, in the reading direction. */
class Writer {
  private y = margin;
  private readonly width: number;

  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly isRightToLeft: boolean,
  ) {
    this.width = doc.page.width - 2 * margin;
  }

  gap(height: number): void {
    this.y += height;
  }

  line(text: string, style: Style): void {
    this.makeRoom(text, style, this.width);
    this.y += this.block(text, style, { start: 0, width: this.width }) + lineGap;
  }

  row(label: string, value: string): void {
    const labels = this.width / 3;
    const values = { start: labels, width: this.width - labels };
    this.makeRoom(value, { font: bold, size: 11 }, values.width);
    const height = this.block(label, { font: regular, size: 11 }, { start: 0, width: labels });
    this.y += Math.max(height, this.block(value, { font: bold, size: 11 }, values)) + lineGap;
  }

  /** Begins a page where a text does not fit on this one: a receipt has a row for each refund. */
  private makeRoom(text: string, { font, size }: Style, width: number): void {
    const height = this.doc.font(font).fontSize(size).currentLineHeight(true) * this.wrapped(text, width).length;
    if (this.y + height <= this.doc.page.maxY()) return;
    this.doc.addPage();
    this.y = margin;
  }

  /** Returns the height. `start` is the distance from the edge where lines begin. */
  private block(text: string, { font, size }: Style, { start, width }: { start: number; width: number }): number {
    this.doc.font(font).fontSize(size);
    const lines = this.wrapped(text, width);
    const height = this.doc.currentLineHeight(true);
    for (const [index, line] of lines.entries()) {
      const runs = visualRuns(line, this.isRightToLeft);
      const length = runs.reduce((sum, run) => sum + this.doc.widthOfString(run, { features }), 0);
      let x = this.isRightToLeft ? margin + this.width - start - length : margin + start;
      for (const run of runs) {
        this.doc.text(run, x, this.y + index * height, { lineBreak: false, features });
        x += this.doc.widthOfString(run, { features });
      }
    }
    return lines.length * height;
  }

  private wrapped(text: string, width: number): string[] {
    const lines = [''];
    for (const word of text.split(/\s+/).flatMap((one) => this.cut(one, width))) {
      const longer = [lines.at(-1)!, word].filter((part) => part !== '').join(' ');
      if (this.doc.widthOfString(longer, { features }) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** Parts of a word that is longer than a line. */
  private cut(word: string, width: number): string[] {
    if (this.doc.widthOfString(word, { features }) <= width) return [word];
    const half = Math.ceil(word.length / 2);
    return [word.slice(0, half), word.slice(half)].flatMap((part) => this.cut(part, width));
  }
}

/** The parts of a line with one direction each, from left to right; the font itself turns those that are written from right to left. */
function visualRuns(line: string, isRightToLeft: boolean): string[] {
  const { levels } = bidi.getEmbeddingLevels(line, isRightToLeft ? 'rtl' : 'ltr');
  const runs: { level: number; text: string }[] = [];
  for (const [at, character] of [...line.split('')].entries()) {
    const level = levels[at]!;
    const last = runs.at(-1);
    if (last && last.level === level) last.text += character;
    else runs.push({ level, text: character });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  // Rule L2 of the bidirectional algorithm, on runs.
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while (to < runs.length && runs[to]!.level >= level) to += 1;
      if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  return runs.map(({ text }) => text);
}
