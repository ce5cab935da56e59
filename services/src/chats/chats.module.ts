import { Module } from '@nestjs/common';
import { ChatBroadcast } from './chat-broadcast.js';
import { ChatEntries } from './chat-entries.js';
import { ChatListService } from './chat-list.service.js';
import { ChatSearch } from './chat-search.js';
import { ChatsController } from './chats.controller.js';
import { ChatsService } from './chats.service.js';
import { FillTitles } from './fill-titles.js';
import { GroupsModule } from './groups/groups.module.js';
import { ChatsPersonalData } from './chats.personal-data.js';
import { UnreadChats } from './unread-chats.js';

@Module({
  imports: [GroupsModule],
  controllers: [ChatsController],
  providers: [
    ChatsPersonalData,
    ChatEntries,
    ChatListService,
    ChatSearch,
    ChatsService,
    ChatBroadcast,
    FillTitles,
    UnreadChats,
  ],
})
export class ChatsModule {}
