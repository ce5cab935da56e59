import type { Locker } from '@tus/server';

interface Held {
  readonly release: () => void;
  readonly over: Promise<void>;
}

/**
 * One request at a time works on an upload. A later request asks the earlier one to end, which may still wait for bytes of a lost
 * connection. The library's own lock spins through the event loop while it waits.
 */
export class UploadLocker implements Locker {
  private readonly held = new Map<string, Held>();

  newLock(id: string) {
    let free: () => void = () => undefined;
    return {
      lock: async (signal: AbortSignal, release: () => void): Promise<void> => {
        for (let holder = this.held.get(id); holder && !signal.aborted; holder = this.held.get(id)) {
          holder.release();
          await holder.over;
        }
        signal.throwIfAborted();
        const over = new Promise<void>((resolve) => (free = resolve));
        this.held.set(id, { release, over });
      },
      unlock: async (): Promise<void> => {
        this.held.delete(id);
        free();
      },
    };
  }
}
