import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readPush, registerDevice } from '@paddock/contract/calls/push';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { SignedInCaller } from '../../calls/caller.js';
import { ExtensionPoints } from '../../extension-points/extension-points.js';
import { PushDeviceRepository } from './push-device.repository.js';
import { PushJobRepository } from './push-job.repository.js';
import { PushSender } from './push-sender.js';

/** Devices of one member that get messages; a further one ends the oldest. Bounds what one notification can cause. */
const maxDevices = 10;

/** The push subscription of the caller's session, which ends with it. */
@Injectable()
export class PushService implements OnModuleInit {
  constructor(
    private readonly devices: PushDeviceRepository,
    private readonly jobs: PushJobRepository,
    private readonly sender: PushSender,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'push-session-ended',
      kinds: ['SessionEnded'],
      durable: true,
      handle: ({ tenant, session }) => this.devices.end(tenant, [session]),
    });
    // A ban leaves the sessions, for the page that says so.
    this.outbox.subscribe({
      name: 'push-member-banned',
      kinds: ['MemberBanned'],
      durable: true,
      handle: async ({ tenant, user, banned }) => {
        if (banned) await this.devices.endAll(tenant, user);
      },
    });
    this.extensions.provide('export', 'push devices', async (tenant, user) => ({
      push_devices: (await this.devices.ofUser(tenant, user._id)).map(({ created, endpoint }) => {
        return { created: created.toISOString(), ...(endpoint && { push_service: new URL(endpoint).origin }) };
      }),
    }));
    this.extensions.provide('forget', 'push devices', async (tenant, { _id }) => {
      await this.devices.endAll(tenant, _id);
      await this.jobs.forget(tenant, _id);
    });
  }

  async read({ tenant, session }: SignedInCaller): Promise<CallReply<typeof readPush>> {
    return { key: this.sender.publicKey, registered: await this.devices.isRegistered(tenant, session._id) };
  }

  async register(caller: SignedInCaller, input: CallArguments<typeof registerDevice>): Promise<{ ok: true }> {
    const { tenant, user, session, language } = caller;
    const { id, endpoint, p256dh, auth } = input;
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    if (!this.sender.accepts(endpoint))
      throw new PaddockError('INVALID_INPUT', { fields: { endpoint: 'endpoint_INVALID_PATTERN' } });
    await this.mongo.transaction(async (transaction) => {
      const options = { session: transaction };
      const device = { _id: session._id, user: user._id, language, endpoint, p256dh, auth };
      await this.devices.register(tenant, device, options);
      const older = (await this.devices.ofUser(tenant, user._id, options)).slice(maxDevices);
      if (older.length > 0)
        await this.devices.end(
          tenant,
          older.map(({ _id }) => _id),
          options,
        );
    });
    return { ok: true };
  }

  async unregister({ tenant, user, session }: SignedInCaller, id: string): Promise<{ ok: true }> {
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    await this.devices.end(tenant, [session._id]);
    return { ok: true };
  }
}
