import { Module } from '@nestjs/common';
import { HomeBroadcast } from './home-broadcast.js';
import { ItemViews } from './item-views.js';
import { ItemRepository } from './item.repository.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';
import { Subscriptions } from './subscriptions.js';
import { ItemsPersonalData } from './items.personal-data.js';

@Module({
  controllers: [ItemsController],
  providers: [HomeBroadcast, ItemsPersonalData, ItemRepository, ItemViews, ItemsService, Subscriptions],
})
export class ItemsModule {}
