import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { errorCatalogue } from '@paddock/contract/core/errors';
import type { FastifyInstance } from 'fastify';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Limit } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { AccessNotifications } from './access-notifications.js';
import { LaterMailRepository } from './later-mail.repository.js';
import { LaterMails } from './later-mails.js';
import { NotificationBroadcast } from './notification-broadcast.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotificationMails } from './notification-mails.js';
import { NotificationStore } from './notification-store.js';
import { NotificationsController } from './notifications.controller.js';
import { Notifications } from './notifications.js';
import { type OneClick, serveOneClick } from './one-click.js';
import { PreferencesRepository } from './preferences.repository.js';
import { PreferencesService } from './preferences.service.js';
import { PushController } from './push/push.controller.js';
import { PushDeviceRepository } from './push/push-device.repository.js';
import { PushJobRepository } from './push/push-job.repository.js';
import { PushMessages } from './push/push-messages.js';
import { PushSender } from './push/push-sender.js';
import { PushService } from './push/push.service.js';
import { Pushes } from './push/pushes.js';
import { UnsubscribeAddresses } from './unsubscribe-addresses.js';

/** Mail services send the unsubscribe requests of many customers from one address. */
const oneClickLimit: Limit = { by: 'address', points: 300, seconds: 60 };

@Global()
@Module({
  controllers: [NotificationsController, PushController],
  providers: [
    NotificationRepository,
    LaterMailRepository,
    PreferencesRepository,
    PreferencesService,
    UnsubscribeAddresses,
    NotificationMails,
    LaterMails,
    NotificationStore,
    Notifications,
    NotificationsService,
    NotificationBroadcast,
    AccessNotifications,
    PushDeviceRepository,
    PushJobRepository,
    PushSender,
    PushMessages,
    Pushes,
    PushService,
  ],
  exports: [Notifications, PreferencesService, UnsubscribeAddresses],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly communities: Communities,
    private readonly limits: RateLimits,
    private readonly unsubscribing: UnsubscribeAddresses,
  ) {}

  onModuleInit() {
    serveOneClick(this.adapter.httpAdapter.getInstance<FastifyInstance>(), (click) => this.oneClick(click));
  }

  private async oneClick({ host, ip, type, token }: Parameters<OneClick>[0]): Promise<number> {
    const config = this.communities.ofHost(host);
    if (!config) return errorCatalogue.UNKNOWN_COMMUNITY;
    try {
      await this.limits.take('unsubscribe.one_click', oneClickLimit, config.id, networkOf(ip));
      await this.unsubscribing.unsubscribe(tenantOf(config.id), type, token);
      return 200;
    } catch (error) {
      if (error instanceof PaddockError) return error.status;
      throw error;
    }
  }
}
