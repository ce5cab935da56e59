import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process did to its data file, in the order of the system calls. */
export type DiskEvent =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer; readonly synced: boolean }
  /** The first `upTo` events are on disk once this one has happened. */
  | { readonly kind: 'sync'; readonly upTo: number }
  /** The server replied to the request with this number. */
  | { readonly kind: 'reply'; readonly to: number };

/** Whether recording works here: strace is on the PATH and may trace. */
export function canRecord(): boolean {
  const out = join(mkdtempSync(join(tmpdir(), 'strace-')), 'out');
  return spawnSync('strace', ['-f', '-o', out, process.execPath, '-e', '0']).status === 0;
}

const CALLS =
  'openat,lseek,close,pwrite64,pwritev,pwritev2,write,writev,sendmsg,fdatasync,fsync,msync,sync_file_range,ftruncate';

/** The program that runs and records a command. */
export const recorder = (file: string): string[] => [
  'strace',
  ...['-f', '-y', '-xx', '-s', '16777216', '-o', file, '-e', `trace=${CALLS}`],
];

const HEX = /"((?:\\x[0-9a-f]{2})*)"/g;

function bytesIn(text: string): Buffer {
  const parts = [...text.matchAll(HEX)].map(([, hex]) => Buffer.from(hex!.replaceAll('\\x', ''), 'hex'));
  return Buffer.concat(parts);
}

const textIn = (hex: string | undefined): string => Buffer.from((hex ?? '').replaceAll('\\x', ''), 'hex').toString();

/** State of the open file descriptors. */
interface Descriptors {
  /** Descriptors whose writes are synchronous. */
  readonly syncing: Set<string>;
  readonly positions: Map<string, number>;
}

/** A call's arguments, joined when strace split them into two lines. */
interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  /** Number of events before its start. */
  readonly begun: number;
}

/**
 * Parses a recording.
 *
 * @param dataFile the file whose writes and syncs to extract
 * @throws Error on calls that cannot be replayed
 */
export function readRecording(file: string, dataFile: string): DiskEvent[] {
  const events: DiskEvent[] = [];
  const unfinished = new Map<string, { text: string; begun: number }>();
  const files: Descriptors = { syncing: new Set(), positions: new Map() };
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || rest === undefined) continue;
    const [, resumed] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    const before = resumed === undefined ? undefined : unfinished.get(pid);
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(pid, { text: rest.slice(0, -'<unfinished ...>'.length), begun: events.length });
      continue;
    }
    const whole = before === undefined ? rest : `${before.text}${resumed}`;
    unfinished.delete(pid);
    const [, name, args, result] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(whole) ?? [];
    if (name === undefined) continue;
    note({ name, args: args!.trim(), result: result!, begun: before?.begun ?? events.length }, dataFile, files, events);
  }
  return events;
}

function note(call: Call, dataFile: string, { syncing, positions }: Descriptors, events: DiskEvent[]): void {
  const { name, args, result } = call;
  if (Number.parseInt(result) < 0 || result.startsWith('?')) return;
  if (name === 'openat') {
    const [, fd, hex] = /^(\d+)<(.*)>/.exec(result) ?? [];
    if (textIn(hex) === dataFile && /O_D?SYNC/.test(args)) syncing.add(fd!);
    return;
  }
  const [, fd, hex] = /^(\d+)<([^>]*)>/.exec(args) ?? [];
  const path = textIn(hex);
  if (name === 'close') {
    syncing.delete(fd!);
    positions.delete(fd!);
    return;
  }
  if (path.startsWith('socket:')) {
    let sent = bytesIn(args);
    for (; sent.length >= 16; sent = sent.subarray(sent.readInt32LE(0))) {
      events.push({ kind: 'reply', to: sent.readInt32LE(8) });
    }
    return;
  }
  if (path !== dataFile) return;
  if (name === 'fdatasync' || name === 'fsync') events.push({ kind: 'sync', upTo: call.begun });
  else if (name === 'lseek') positions.set(fd!, Number.parseInt(result));
  else if (name.includes('write')) {
    const bytes = bytesIn(args);
    if (bytes.length !== Number.parseInt(result)) throw new Error(`a write of ${result} bytes was recorded in part`);
    const positioned = name.startsWith('p');
    const at = positioned
      ? Number((name === 'pwritev2' ? /, (\d+), \w+$/ : /, (\d+)$/).exec(args)?.[1])
      : (positions.get(fd!) ?? 0);
    if (!positioned) positions.set(fd!, at + bytes.length);
    events.push({ kind: 'write', at, bytes, synced: syncing.has(fd!) });
  } else throw new Error(`${name} on the data file cannot be replayed`);
}
