import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogStream } from './log-stream.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe(LogStream, () => {
  it('writes every line in order', async () => {
    const path = join(folder, 'log');
    const descriptor = openSync(path, 'a');
    const log = new LogStream(descriptor);
    const lines = Array.from({ length: 2000 }, (_, index) => `{"line":${index}}\n`);
    for (const line of lines) log.write(line);
    await until(() => readFileSync(path).length === lines.join('').length);
    closeSync(descriptor);
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  });

  it('drops lines while writing fails, then continues and logs how many were dropped', async () => {
    // Writes to a closed descriptor fail, as on a full disk; then the same number is opened again.
    const path = join(folder, 'log');
    const descriptor = openSync(path, 'a');
    const log = new LogStream(descriptor);
    closeSync(descriptor);
    log.write('{"line":1}\n');
    await until(() => log['dropped'] === 1);
    expect(openSync(path, 'a')).toBe(descriptor);
    log.write('{"line":2}\n');
    await until(() => readFileSync(path, 'utf8').includes('"line":2'));
    closeSync(descriptor);
    const written = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(written).toEqual([expect.objectContaining({ module: 'log', dropped: 1 }), { line: 2 }]);
  });
});
