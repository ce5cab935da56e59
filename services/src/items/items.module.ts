import { Module } from '@nestjs/common';
import { ItemViews } from './item-views.js';
import { ItemRepository } from './item.repository.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';
import { Subscriptions } from './subscriptions.js';
import { MemberItems } from './member-items.js';

@Module({
  controllers: [ItemsController],
  providers: [MemberItems, ItemRepository, ItemViews, ItemsService, Subscriptions],
})
export class ItemsModule {}
