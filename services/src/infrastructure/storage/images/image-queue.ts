import { PaddockError } from '../../errors/paddock-error.js';
import { type Drawn, ImageProcess, type ImageTask } from './image-process.js';

/** The sender of a picture: a member by id, or a visitor without an account. */
export type Sender = { member: string } | 'stranger';

interface Job {
  sender: string;
  task: ImageTask;
  resolve: (drawn: Drawn) => void;
  reject: (error: unknown) => void;
  expiry: NodeJS.Timeout;
}

const maxWaitingOfSender = 20;
const maxWaiting = 100;
const maxWaitMs = 60_000;
const strangers = '';

/**
 * Pictures waiting for an {@link ImageProcess}. Each member has one picture drawn at a time and then goes to the end of the queue;
 * strangers together count as one sender, which comes after all members.
 */
export class ImageQueue {
  private waiting: Job[] = [];
  private readonly senders = new Set<string>();
  private readonly free: ImageProcess[];

  constructor(private readonly processes: readonly ImageProcess[]) {
    this.free = [...processes];
  }

  /**
   * Resolves once the picture and its smaller ones are written.
   *
   * @throws INVALID_FILE; SERVICE_UNAVAILABLE when too many pictures wait, this one waited too long, or the server stops.
   */
  draw(from: Sender, task: ImageTask): Promise<Drawn> {
    const sender = from === 'stranger' ? strangers : from.member;
    const own = this.waiting.filter((job) => job.sender === sender);
    if (own.length >= maxWaitingOfSender || this.waiting.length >= maxWaiting)
      return Promise.reject(new PaddockError('SERVICE_UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.waiting = this.waiting.filter((other) => other !== job);
        reject(new PaddockError('SERVICE_UNAVAILABLE'));
      };
      const job: Job = { sender, task, resolve, reject, expiry: setTimeout(expire, maxWaitMs).unref() };
      this.waiting.push(job);
      this.startNext();
    });
  }

  /** Kills the processes; pictures that wait or are under way fail with SERVICE_UNAVAILABLE. */
  stop(): void {
    for (const { expiry, reject } of this.waiting.splice(0)) {
      clearTimeout(expiry);
      reject(new PaddockError('SERVICE_UNAVAILABLE'));
    }
    for (const process of this.processes) process.stop();
  }

  private startNext(): void {
    const ready = this.waiting.filter(({ sender }) => !this.senders.has(sender));
    const job = ready.find(({ sender }) => sender !== strangers) ?? ready[0];
    const process = job && this.free.pop();
    if (!process) return;
    const { sender, task, resolve, reject, expiry } = job;
    clearTimeout(expiry);
    const rest = this.waiting.filter((other) => other !== job);
    this.waiting = [
      ...rest.filter((other) => other.sender !== sender),
      ...rest.filter((other) => other.sender === sender),
    ];
    this.senders.add(sender);
    void process
      .draw(task)
      .then(resolve, reject)
      .finally(() => {
        this.senders.delete(sender);
        this.free.push(process);
        this.startNext();
      });
  }
}
