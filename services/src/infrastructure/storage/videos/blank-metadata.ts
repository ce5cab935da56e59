import { type FileHandle, open } from 'node:fs/promises';
import { PaddockError } from '../../errors/paddock-error.js';

/** Names of files that are built of MP4 boxes. */
const boxed = /\.(mp4|mov|m4v|qt|3gp|3g2)$/i;

/** Top-level boxes that playback needs; everything else is blanked. */
const parts = new Set(['ftyp', 'styp', 'moov', 'moof', 'mfra', 'sidx', 'mdat']);
/** Boxes whose children are searched. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** Descriptions that no player needs: places, devices, names, and what an editor left in free space. */
const descriptions = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide']);
/** Kinds of tracks that stay: picture, sound and time code. Others hold positions along the way, as those of action cameras. */
const played = new Set(['vide', 'auxv', 'soun', 'tmcd']);

/** Limits for hostile files, far above those of three hours of video. */
const maxBoxes = 100_000;
const maxChunks = 100_000;
const maxTableBytes = 16_000_000;
const aroundBytes = 4096;

interface Box {
  type: string;
  /** Offsets of the box's first byte, of its content, and of the byte after the box. */
  start: number;
  content: number;
  end: number;
}

/**
 * Removes the descriptions of a video in place: a place where it was taken, positions recorded along the way, device and titles. Their
 * bytes become zeros, and their boxes free space, so that nothing else moves.
 *
 * @throws INVALID_FILE for a video above the limits, and for one whose descriptions cannot be found: with a compressed index, or with
 * fragments and a track that is not played
 */
export async function blankMetadata(name: string, path: string): Promise<void> {
  if (!boxed.test(name)) return;
  const file = await open(path, 'r+');
  try {
    await new BoxFile(file, (await file.stat()).size).blank();
  } finally {
    await file.close();
  }
}

class BoxFile {
  private boxes = 0;
  private blanked = 0;
  private hasFragments = false;
  private hasHiddenTrack = false;
  private around: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {}

  async blank(): Promise<void> {
    await this.blankIn({ content: 0, end: this.size }, parts);
    // The data of such a track is in fragments, which no table lists.
    if (this.hasFragments && this.hasHiddenTrack) throw new PaddockError('INVALID_FILE');
  }

  private async blankIn(parent: Pick<Box, 'content' | 'end'>, allowed?: ReadonlySet<string>): Promise<void> {
    let end = parent.content;
    for await (const box of this.children(parent)) {
      end = box.end;
      if (box.type === 'cmov') throw new PaddockError('INVALID_FILE');
      if (box.type === 'moof') this.hasFragments = true;
      if (descriptions.has(box.type) || allowed?.has(box.type) === false) await this.free(box);
      else if (box.type === 'trak' && !(await this.isPlayed(box))) {
        this.hasHiddenTrack = true;
        await this.blankSamples(box);
        await this.free(box);
      } else if (containers.has(box.type)) await this.blankIn(box);
    }
    await this.zero(end, parent.end);
  }

  private async *children({ content, end }: Pick<Box, 'content' | 'end'>): AsyncGenerator<Box> {
    for (let start = content; start + 8 <= end;) {
      if (++this.boxes > maxBoxes) throw new PaddockError('INVALID_FILE');
      const head = await this.head(start, end);
      const short = head.readUInt32BE(0);
      const isLong = short === 1 && head.length === 16;
      // 0: up to the end.
      const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - start : short;
      const header = isLong ? 16 : 8;
      // What follows is no box, such as the zeros at the end of a QuickTime list.
      if (length < header) return;
      const box = { type: head.toString('latin1', 4, 8), start, content: start + header };
      // A video that was cut off ends inside a box.
      yield { ...box, end: Math.min(end, start + length) };
      start += length;
    }
  }

  private async isPlayed(trak: Box): Promise<boolean> {
    const handler = await this.descendant(trak, 'mdia', 'hdlr');
    if (!handler || handler.end - handler.content < 12) return false;
    return played.has((await this.read(handler.content + 8, 4)).toString('latin1'));
  }

  /** Blanks the data of a track, chunk by chunk. */
  private async blankSamples(trak: Box): Promise<void> {
    const stbl = await this.descendant(trak, 'mdia', 'minf', 'stbl');
    if (!stbl) return;
    const [short, long] = [await this.table(stbl, 'stco'), await this.table(stbl, 'co64')];
    const offsets = short ? numbers(short, 8, 4) : numbers(long, 8, 8);
    const stsz = await this.table(stbl, 'stsz');
    const sameSize = stsz && stsz.length >= 12 ? stsz.readUInt32BE(4) : 0;
    const sizes = sameSize > 0 ? [] : numbers(stsz, 12, 4);
    // Runs of chunks with as many samples: the first chunk, its samples, a description.
    const runs = numbers(await this.table(stbl, 'stsc'), 8, 4);
    if (offsets.length > maxChunks) throw new PaddockError('INVALID_FILE');
    let [run, sample] = [0, 0];
    for (const [index, offset] of offsets.entries()) {
      while (run + 3 < runs.length && runs[run + 3]! <= index + 1) run += 3;
      const count = runs[run + 1] ?? 0;
      const ofChunk = sizes.slice(sample, sample + count);
      const bytes = sameSize > 0 ? sameSize * count : ofChunk.reduce((sum, size) => sum + size, 0);
      sample += count;
      await this.zero(offset, Math.min(this.size, offset + bytes));
    }
  }

  private async descendant(box: Box, ...types: string[]): Promise<Box | undefined> {
    let found: Box | undefined = box;
    for (const type of types) {
      const parent: Box | undefined = found;
      found = undefined;
      if (!parent) return undefined;
      for await (const child of this.children(parent)) if (child.type === type) found ??= child;
    }
    return found;
  }

  private async table(stbl: Box, type: string): Promise<Buffer | undefined> {
    const box = await this.descendant(stbl, type);
    if (!box) return undefined;
    if (box.end - box.content > maxTableBytes) throw new PaddockError('INVALID_FILE');
    return this.read(box.content, box.end - box.content);
  }

  private async free({ start, content, end }: Box): Promise<void> {
    await this.file.write('free', start + 4, 'latin1');
    await this.zero(content, end);
  }

  private async zero(from: number, to: number): Promise<void> {
    this.blanked += Math.max(0, to - from);
    // Each byte belongs to one box or sample.
    if (this.blanked > this.size) throw new PaddockError('INVALID_FILE');
    for (let at = from; at < to; at += zeros.length)
      await this.file.write(zeros, 0, Math.min(zeros.length, to - at), at);
  }

  /** The first bytes of a box, read together with those of its neighbours. */
  private async head(start: number, end: number): Promise<Buffer> {
    const { from, bytes } = this.around;
    if (start < from || start + 16 > from + bytes.length)
      this.around = { from: start, bytes: await this.read(start, aroundBytes) };
    const at = start - this.around.from;
    return this.around.bytes.subarray(at, at + Math.min(16, end - start));
  }

  private async read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}

const zeros = Buffer.alloc(65_536);

/** The numbers of a table, from a byte on. */
function numbers(table: Buffer | undefined, from: number, bytes: 4 | 8): number[] {
  const found: number[] = [];
  for (let at = from; at + bytes <= (table?.length ?? 0); at += bytes)
    found.push(bytes === 4 ? table!.readUInt32BE(at) : Number(table!.readBigUInt64BE(at)));
  return found;
}
