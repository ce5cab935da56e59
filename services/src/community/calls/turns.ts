import { Injectable } from '@nestjs/common';

/** Maximal number of calls of one kind that start in one turn of the event loop. */
const maxStarts = 4;

interface Kind {
  started: number;
  waiting: (() => void)[];
}

/**
 * Limits how many calls of one kind start in each turn of the event loop; the others wait for later turns. During a burst of one
 * call, such as 1,000 likes at once, other calls are served in between. A waiting call holds no resources: no database
 * connection, no row.
 */
@Injectable()
export class Turns {
  /** By kind, the number of calls started in this turn, and the waiting ones. */
  private readonly kinds = new Map<string, Kind>();

  /** Settles when a call of this kind may start. */
  async start(name: string): Promise<void> {
    if (this.kinds.size === 0) setImmediate(this.nextTurn);
    const kind = this.kinds.get(name) ?? { started: 0, waiting: [] };
    this.kinds.set(name, kind);
    if (kind.started < maxStarts) kind.started++;
    else await new Promise<void>((go) => kind.waiting.push(go));
  }

  private readonly nextTurn = (): void => {
    for (const [name, kind] of this.kinds) {
      const starting = kind.waiting.splice(0, maxStarts);
      kind.started = starting.length;
      if (starting.length === 0) this.kinds.delete(name);
      starting.forEach((go) => go());
    }
    if (this.kinds.size > 0) setImmediate(this.nextTurn);
  };
}
