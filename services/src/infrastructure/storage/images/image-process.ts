import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileFault } from '../../errors/file-faults.js';
import { PaddockError } from '../../errors/paddock-error.js';
import type { ImageType } from '../file-types.js';

/** Largest picture that is decoded; the product of width, height and frames is read from the header. */
export const imageLimits = {
  /** Maximum for a picture with one frame; the largest cameras reach it. JPEG and WebP are decoded at the needed size. */
  pixels: 250_000_000,
  /** Of all frames of an animation. Encoding takes up to a second for each million. */
  animatedPixels: 20_000_000,
  frames: 500,
} as const;

/** One picture to draw: read from `path`, written to `image`, `feed` and `thumb`. */
export interface ImageTask {
  path: string;
  type: ImageType;
  /** Keeps only the first frame of an animation. */
  isStill: boolean;
  limits: Readonly<Record<keyof typeof imageLimits, number>>;
  image: string;
  feed: string;
  thumb: string;
}

/** Pixels of the stored picture. An animation has no rendition for feeds. */
export interface Drawn {
  width: number;
  height: number;
  hasFeed: boolean;
}

/** A refused picture's fault, or a process that was killed from outside. */
type Outcome = Drawn | Extract<FileFault, 'broken' | 'pixels' | 'animation' | 'effort'> | 'killed';

/** For a process that hangs; the process itself limits its time on a core. */
const maxTaskMs = 120_000;
const maxIdleMs = 30_000;
// Extensions other than .ts are copied by the build, so sources and build start the same file.
const program = fileURLToPath(new URL('./image-child.mjs', import.meta.url));

/**
 * A child process that draws one picture at a time. It starts with the first picture, ends when idle, is killed when a picture
 * takes too long, and is replaced after it died.
 */
export class ImageProcess {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly maxMs = maxTaskMs) {}

  /**
   * @throws INVALID_FILE for a picture that is broken, too large or takes too long; SERVICE_UNAVAILABLE when the process was
   * killed from outside.
   */
  async draw(task: ImageTask): Promise<Drawn> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const outcome = await this.outcomeOf(child, task);
    if (outcome === 'killed') throw new PaddockError('SERVICE_UNAVAILABLE');
    this.idle = setTimeout(() => this.stop(), maxIdleMs).unref();
    if (typeof outcome === 'string') throw new PaddockError('INVALID_FILE', { reason: outcome });
    return outcome;
  }

  /** Kills the process. A picture under way fails with SERVICE_UNAVAILABLE. */
  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  /** The process id while the process runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  private start(): ChildProcess {
    const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // A process that died is replaced by the next picture; its death during a picture is handled there.
    const forget = () => {
      if (this.child === child) this.child = undefined;
    };
    child.on('exit', forget).on('error', forget);
    return child;
  }

  private outcomeOf(child: ChildProcess, task: ImageTask): Promise<Outcome> {
    return new Promise((resolve) => {
      let isOverrun = false;
      const overrun = setTimeout(() => {
        isOverrun = true;
        child.kill('SIGKILL');
      }, this.maxMs);
      const end = (outcome: Outcome) => {
        clearTimeout(overrun);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        resolve(outcome);
      };
      const onMessage = ({ drawn, refused }: { drawn?: Drawn; refused?: 'broken' | 'pixels' | 'animation' }) =>
        end(drawn ?? refused ?? 'broken');
      // A crash or an exit is the picture's fault; a plain kill is the machine's, such as the kernel's when memory runs out.
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
        end(signal === 'SIGKILL' && !isOverrun ? 'killed' : 'effort');
      const onError = () => end('killed');
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      child.send(task, (error) => {
        if (error && child.exitCode === null && child.signalCode === null) end('killed');
      });
    });
  }
}
