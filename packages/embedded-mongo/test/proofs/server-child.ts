import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A server in a child process. */
export interface ServerChild {
  readonly process: ChildProcess;
  readonly uri: string;
  readonly port: number;
}

/** Runs the compiled command; `wrapper` is an optional program to start it with. */
export function runCommand(
  compiled: string,
  args: readonly string[],
  wrapper: readonly string[] = [],
): { process: ChildProcess; exit: Promise<{ code: number | null; out: string; err: string }> } {
  const [program, ...rest] = [...wrapper, process.execPath, join(compiled, 'cli.js'), ...args];
  const child = spawn(program!, rest, { env: { PATH: process.env['PATH'] } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { process: child, exit: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))) };
}

/** Starts a server on a data folder and waits until it accepts connections. @throws Error with its output otherwise */
export async function startServerChild(
  compiled: string,
  dataDir: string,
  wrapper?: readonly string[],
): Promise<ServerChild> {
  const { process: child, exit } = runCommand(compiled, ['--data', dataDir], wrapper);
  const uri = await Promise.race([
    new Promise<string>((resolve) =>
      child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\n')[0]!)),
    ),
    exit.then(({ err }) => Promise.reject(new Error(err))),
  ]);
  return { process: child, uri, port: Number(/:(\d+)\//.exec(uri)?.[1]) };
}

/** Waits until a child exits. @returns its exit code */
export const exited = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve(child.exitCode) : child.once('exit', resolve),
  );
