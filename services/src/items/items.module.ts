import { Module } from '@nestjs/common';
import { ItemViews } from './item-views.js';
import { ItemRepository } from './item.repository.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';
import { Subscriptions } from './subscriptions.js';

@Module({ controllers: [ItemsController], providers: [ItemRepository, ItemViews, ItemsService, Subscriptions] })
export class ItemsModule {}
