import { readFileSync } from 'node:fs';
import type { DiskEvent } from './disk-recording.js';

const SECTOR = 512;
const PAGE = 4096;
type Write = Extract<DiskEvent, { kind: 'write' }>;

/** A data file's contents on disk at some point of a recording. */
export class Disk {
  private content = Buffer.alloc(1 << 20);
  private size = 0;
  /** Writes not known to be on disk, by event number. */
  private readonly pending = new Map<number, Write>();

  /** Applies the next event. */
  apply(event: DiskEvent, number: number): void {
    if (event.kind === 'write') {
      if (event.synced) this.put(event.at, event.bytes);
      else this.pending.set(number, event);
    } else if (event.kind === 'sync') {
      for (const [written, write] of this.pending) {
        if (written >= event.upTo) continue;
        this.put(write.at, write.bytes);
        this.pending.delete(written);
      }
    }
  }

  /** Whether a power cut now would lose writes. */
  get hasPending(): boolean {
    return this.pending.size > 0;
  }

  /** The file after a cut when only synced data reached the disk. */
  synced(): Buffer {
    return Buffer.from(this.content.subarray(0, this.size));
  }

  /** The file without a cut. */
  everything(): Buffer {
    return this.cut((versions) => versions - 1);
  }

  /** The file after a cut when the system had written some unsynced sectors, in any order. */
  torn(random: () => number): Buffer {
    const share = random();
    return this.cut((versions) => (random() < share ? Math.floor(random() * versions) : -1), random() < 0.5);
  }

  /** The file after a cut when the meta pages of the latest transaction were written but none of its data. */
  rootsAlone(): Buffer {
    return this.cut((versions, sector) => (sector * SECTOR < 2 * PAGE ? versions - 1 : -1), false);
  }

  /** @param choose selects the version of a sector that is on disk, -1 for the synced one */
  private cut(choose: (versions: number, sector: number) => number, sizeKnown = true): Buffer {
    const sectors = new Map<number, Buffer[]>();
    let size = this.size;
    for (const { at, bytes } of this.pending.values()) {
      size = Math.max(size, at + bytes.length);
      for (let offset = 0; offset < bytes.length;) {
        const sector = Math.floor((at + offset) / SECTOR);
        const within = at + offset - sector * SECTOR;
        const length = Math.min(SECTOR - within, bytes.length - offset);
        const versions = sectors.get(sector) ?? [];
        const latest = versions.at(-1) ?? this.content.subarray(sector * SECTOR, (sector + 1) * SECTOR);
        const version = Buffer.alloc(SECTOR);
        latest.copy(version);
        bytes.copy(version, within, offset, offset + length);
        sectors.set(sector, [...versions, version]);
        offset += length;
      }
    }
    const chosen = [...sectors].map(
      ([sector, versions]) => [sector, versions[choose(versions.length, sector)]] as const,
    );
    const there = chosen.filter(([, version]) => version !== undefined).map(([sector]) => (sector + 1) * SECTOR);
    // The file system may or may not have recorded the new size before the content.
    const end = sizeKnown ? size : Math.max(this.size, ...there);
    const image = Buffer.alloc(Math.ceil(end / PAGE) * PAGE);
    this.content.copy(image, 0, 0, this.size);
    for (const [sector, version] of chosen) version?.copy(image, sector * SECTOR);
    return image;
  }

  private put(at: number, bytes: Buffer): void {
    const end = at + bytes.length;
    if (end > this.content.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.content.length));
      this.content.copy(larger);
      this.content = larger;
    }
    bytes.copy(this.content, at);
    this.size = Math.max(this.size, end);
  }
}

/**
 * Makes an image look as if the machine had rebooted: lmdb stores the boot id in its meta pages and trusts unsynced
 * data only within the same boot.
 */
export function afterRestart(image: Buffer): Buffer {
  const start = Buffer.alloc(8);
  start.writeBigInt64LE(BigInt(`0x${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-')[0]}`));
  const other = Buffer.from(start);
  other[0]! ^= 0x55;
  for (let at = image.indexOf(start); at !== -1 && at < 2 * PAGE; at = image.indexOf(start, at + 8))
    other.copy(image, at);
  return image;
}
