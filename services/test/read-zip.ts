import { inflateRawSync } from 'node:zlib';

/** The files of a zip archive by name, read from its central directory. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('not a zip archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(from, from + packed);
    files.set(archive.toString('utf8', at + 46, at + 46 + name!), method === 8 ? inflateRawSync(content) : content);
    at += 46 + name! + extra! + comment!;
  }
  return files;
}
