import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readCheckIn, readPass } from '@paddock/contract/calls/event-check-in';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { EventAccess } from '../reading/event-access.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { ArrivalRepository } from '../storage/arrival.repository.js';
import { GateAccess } from './gate-access.js';
import { PassSigner } from './pass-signer.js';

/** Check-in at the gate (ADR 0044): an attendee's pass, and the list of those whom the gate expects. */
@Injectable()
export class CheckInService {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly signer: PassSigner,
    private readonly access: EventAccess,
    private readonly gateAccess: GateAccess,
    private readonly visibility: UserVisibility,
    private readonly cards: UserCards,
  ) {}

  async pass(caller: SignedInCaller, { id }: CallArguments<typeof readPass>): Promise<CallReply<typeof readPass>> {
    const { tenant, user } = caller;
    await this.access.find(caller, id);
    if ((await this.replies.of(tenant, id, user._id))?.reply !== 'attending') throw new PaddockError('NOT_ATTENDING');
    return {
      pass: this.signer.sign(tenant, id, user._id),
      short_code: this.signer.shortCode(tenant, id, user._id),
      arrived: (await this.arrivals.of(tenant, id, user._id))?.arrived.toISOString(),
    };
  }

  async read(
    caller: SignedInCaller,
    { id }: CallArguments<typeof readCheckIn>,
  ): Promise<CallReply<typeof readCheckIn>> {
    const row = await this.gateAccess.managed(caller, id);
    const { tenant, user } = caller;
    const arrivals = new Map((await this.arrivals.ofEvent(tenant, id)).map((one) => [one.user, one.arrived]));
    const replies = await this.replies.inOrder(tenant, id, 'attending');
    const admitted = await this.gateAccess.admitted(
      tenant,
      row,
      replies.map((reply) => reply.user),
    );
    const ids = [...new Set([...admitted, ...arrivals.keys()])];
    const among = await this.visibility.among(caller);
    const shown = among === undefined ? ids : ids.filter((one) => one === user._id || among.includes(one));
    const cards = await this.cards.cards(tenant, user._id, shown);
    return {
      title: row.title,
      time_zone: row.time_zone,
      key: this.signer.publicKey(tenant, id),
      expected: ids.map((one) => ({
        user: one,
        card: cards.get(one),
        short_code: this.signer.shortCode(tenant, id, one),
        arrived: arrivals.get(one)?.toISOString(),
      })),
    };
  }
}
