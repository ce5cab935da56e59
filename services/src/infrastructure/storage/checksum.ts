import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';

/** What a content's bytes are recognised by: their number, and a checksum that finds damage by accident. */
export interface Measure {
  size: number;
  crc32: number;
}

/** Passes a content on and measures it. */
export class Meter extends Transform {
  readonly measure: Measure = { size: 0, crc32: 0 };

  override _transform(part: Buffer, _encoding: BufferEncoding, done: (error: null, part: Buffer) => void): void {
    add(this.measure, part);
    done(null, part);
  }
}

/** Passes a content on; fails before its last part when it is not the one that was measured, so that a reader never has all of it. */
export class Verification extends Transform {
  private readonly passed: Measure = { size: 0, crc32: 0 };

  constructor(private readonly measure: Measure) {
    super();
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: (error: Error | null, part?: Buffer) => void) {
    add(this.passed, part);
    if (this.passed.size < this.measure.size || this.isWhole()) done(null, part);
    else done(damaged());
  }

  override _flush(done: (error: Error | null) => void): void {
    done(this.isWhole() ? null : damaged());
  }

  private isWhole(): boolean {
    return this.passed.size === this.measure.size && this.passed.crc32 === this.measure.crc32;
  }
}

export class DamagedContent extends Error {}

const damaged = () => new DamagedContent('storage: the content is not what was stored');

function add(measure: Measure, part: Buffer): void {
  measure.size += part.length;
  measure.crc32 = crc32(part, measure.crc32);
}
