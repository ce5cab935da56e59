import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  archiveChat,
  archiveDirectChat,
  markAllChatsRead,
  markRead,
  markUnread,
  muteChat,
  muteDirectChat,
  readChat,
  readChats,
  readUnread,
} from '@paddock/contract/calls/chats';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ChatListService } from './chat-list.service.js';
import { ChatsService } from './chats.service.js';
import { UnreadChats } from './unread-chats.js';

@Controller()
export class ChatsController {
  constructor(
    private readonly chatList: ChatListService,
    private readonly chats: ChatsService,
    private readonly unreadChats: UnreadChats,
  ) {}

  @Answers(readChats)
  list(caller: SignedInCaller, input: CallArguments<typeof readChats>) {
    return this.chatList.list(caller, input);
  }

  @Answers(readUnread)
  unread({ tenant, user, arrived }: SignedInCaller) {
    return this.unreadChats.sums(tenant, user._id, arrived);
  }

  @Answers(readChat)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readChat>) {
    return this.chats.read(caller, id);
  }

  @Answers(markRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markRead>) {
    return this.chats.markRead(caller, input);
  }

  @Answers(markAllChatsRead)
  markAllRead(caller: SignedInCaller) {
    return this.unreadChats.markAllRead(caller);
  }

  @Answers(markUnread)
  markUnread(caller: SignedInCaller, input: CallArguments<typeof markUnread>) {
    return this.chats.markUnread(caller, input);
  }

  @Answers(muteChat)
  mute(caller: SignedInCaller, input: CallArguments<typeof muteChat>) {
    return this.chats.mute(caller, input);
  }

  @Answers(archiveChat)
  archive(caller: SignedInCaller, input: CallArguments<typeof archiveChat>) {
    return this.chats.archive(caller, input);
  }

  @Answers(muteDirectChat)
  muteDirect(caller: SignedInCaller, input: CallArguments<typeof muteDirectChat>) {
    return this.chats.muteDirect(caller, input);
  }

  @Answers(archiveDirectChat)
  archiveDirect(caller: SignedInCaller, input: CallArguments<typeof archiveDirectChat>) {
    return this.chats.archiveDirect(caller, input);
  }
}
