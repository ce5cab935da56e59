import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { markNotificationsRead, readNotifications, unsubscribe } from '@paddock/contract/calls/notifications';
import { Answers } from '../calls/answers.js';
import type { Caller, SignedInCaller } from '../calls/caller.js';
import { NotificationsService } from './notifications.service.js';
import { UnsubscribeAddresses } from './unsubscribe-addresses.js';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly unsubscribing: UnsubscribeAddresses,
  ) {}

  @Answers(readNotifications)
  list(caller: SignedInCaller, input: CallArguments<typeof readNotifications>) {
    return this.notifications.list(caller, input);
  }

  @Answers(markNotificationsRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markNotificationsRead>) {
    return this.notifications.markRead(caller, input);
  }

  /** Ignores the browser's session: the token names the member. */
  @Answers(unsubscribe)
  async unsubscribe({ tenant }: Caller, { notification_type, mailing_token }: CallArguments<typeof unsubscribe>) {
    await this.unsubscribing.unsubscribe(tenant, notification_type, mailing_token);
    return { ok: true as const };
  }
}
