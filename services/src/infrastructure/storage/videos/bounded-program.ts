import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const maxComplaint = 500;

export interface Bounds {
  maxMs: number;
  /** Kilobytes of address space. */
  maxMemory: number;
  signal: AbortSignal;
  /** Each line that the program prints. */
  onLine?: (line: string) => void;
}

/**
 * Starts the program with the lowest useful priority and limits on memory and processor time. The shell holds our end of a pipe
 * and kills the program when the pipe closes: at the time limit, on an abort, and when this process dies.
 */
const script = `
ulimit -v "$1" && ulimit -t "$2" || exit 1
shift 2
exec 3<&0
nice -n 15 "$@" </dev/null 3<&- &
program=$!
{ read -r _ <&3; kill -9 "$program"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

/**
 * Runs a program that works on untrusted content; resolves to its output.
 *
 * @throws Error when it fails, takes too long or is aborted
 */
export async function runBounded(program: string, args: readonly string[], bounds: Bounds): Promise<string> {
  const { maxMs, maxMemory, signal, onLine } = bounds;
  signal.throwIfAborted();
  const limits = [String(maxMemory), String(Math.ceil(maxMs / 1000))];
  const child = spawn('sh', ['-c', script, 'sh', ...limits, program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // None of the services' secrets.
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const stop = () => child.stdin.destroy();
  const timer = setTimeout(stop, maxMs);
  signal.addEventListener('abort', stop);
  child.stdin.on('error', () => undefined);
  if (onLine) {
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      lines.forEach(onLine);
    });
  }
  try {
    const [printed, complaint, code] = await Promise.all([
      onLine ? '' : text(child.stdout),
      beginningOf(child.stderr),
      new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject)),
    ]);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
    return printed;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A broken file can make a program complain without end. */
async function beginningOf(stream: Readable): Promise<string> {
  let kept = '';
  for await (const chunk of stream) if (kept.length < maxComplaint) kept += String(chunk);
  return kept.slice(0, maxComplaint);
}
