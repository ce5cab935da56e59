import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { LinkAccess } from './link-access.js';
import { LinkBroadcast } from './link-broadcast.js';
import { LinkRepository } from './link.repository.js';
import { LinkWriter } from './link-writer.js';
import { LinksController } from './links.controller.js';
import { LinksPersonalData } from './links.personal-data.js';
import { LinksService } from './links.service.js';

@Module({
  controllers: [LinksController],
  providers: [KeyedMutex, LinkRepository, LinkAccess, LinksService, LinkWriter, LinkBroadcast, LinksPersonalData],
})
export class LinksModule {}
