import { Injectable } from '@nestjs/common';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { userRoom } from '../../infrastructure/realtime/rooms.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

type Writer = ServerEventPayload<'writing_group'>['user'];
/** What a signal says beside its writers. */
type Place =
  | { event: 'writing_group'; payload: Omit<ServerEventPayload<'writing_group'>, 'user' | 'others'> }
  | { event: 'writing_recipient'; payload: Omit<ServerEventPayload<'writing_recipient'>, 'user'> };

/** A checked typing signal. */
export type TypingSignal = Place & { tenant: Tenant; rooms: readonly string[]; user: Writer };

/** Milliseconds after which a signal says nothing about now: windows show it for one second. */
const lateMs = 2000;

/**
 * Forwards typing signals at the end of the turn of the event loop in which they were checked: those of one conversation in one packet. A
 * late signal is dropped, and so is each one while messages are late: a signal must never cost a message time.
 */
@Injectable()
export class TypingSignals {
  private next = new Map<string, { signal: TypingSignal; arrived: number }[]>();

  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** @param arrived when this process received the signal, by `performance.now()` */
  forward(signal: TypingSignal, arrived: number): void {
    if (this.next.size === 0) setImmediate(() => this.send());
    const place = JSON.stringify([signal.tenant.community, signal.event, signal.payload, signal.rooms]);
    const signals = this.next.get(place);
    if (signals) signals.push({ signal, arrived });
    else this.next.set(place, [{ signal, arrived }]);
  }

  private send(): void {
    const { next } = this;
    this.next = new Map();
    if (this.outbox.liveLag() > lateMs) return;
    const now = performance.now();
    for (const signals of next.values()) {
      const inTime = signals.filter(({ arrived }) => now - arrived <= lateMs).map(({ signal }) => signal);
      const [first] = inTime;
      if (first) this.emit(first, [...new Map(inTime.map(({ user }) => [user.id, user])).values()]);
    }
  }

  private emit(place: TypingSignal, writers: readonly Writer[]): void {
    const own = (writer: Writer) => userRoom(place.tenant, writer.id);
    this.emitTo(place, place.rooms, writers.map(own), writers);
    if (writers.length === 1 || place.event !== 'writing_group') return;
    // Each writer learns of the others.
    for (const writer of writers)
      this.emitTo(
        place,
        [own(writer)],
        [],
        writers.filter((other) => other !== writer),
      );
  }

  /** Volatile: a window that is still being written to gets no signal. */
  private emitTo(
    { event, payload }: TypingSignal,
    rooms: readonly string[],
    except: string[],
    [user, ...others]: readonly Writer[],
  ): void {
    const receivers = this.realtime
      .attached()
      ?.to([...rooms])
      .except(except).volatile;
    const sent = { ...payload, user, ...(others.length > 0 && { others }) };
    (receivers?.emit as ((name: string, sent: object) => boolean) | undefined)?.call(receivers, event, sent);
  }
}
