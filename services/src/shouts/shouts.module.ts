import { Module } from '@nestjs/common';
import { ShoutBroadcast } from './shout-broadcast.js';
import { KeyedMutex } from './keyed-mutex.js';
import { LikeRepository } from './like.repository.js';
import { LikeWriter } from './like-writer.js';
import { LikesService } from './likes.service.js';
import { MentionsService } from './mentions.service.js';
import { PostingService } from './posting.service.js';
import { RevisingService } from './revising.service.js';
import { ShoutNotices } from './shout-notices.js';
import { ShoutAccess } from './shout-access.js';
import { ShoutSearch } from './shout-search.js';
import { ShoutTexts } from './shout-texts.js';
import { ShoutViews } from './shout-views.js';
import { ShoutWriter } from './shout-writer.js';
import { ShoutRepository } from './shout.repository.js';
import { ShoutsController } from './shouts.controller.js';
import { ShoutsService } from './shouts.service.js';
import { Threads } from './threads.js';
import { ShoutsPersonalData } from './shouts.personal-data.js';

@Module({
  controllers: [ShoutsController],
  providers: [
    ShoutRepository,
    LikeRepository,
    KeyedMutex,
    Threads,
    ShoutAccess,
    ShoutViews,
    ShoutTexts,
    ShoutsService,
    PostingService,
    ShoutWriter,
    MentionsService,
    RevisingService,
    LikesService,
    LikeWriter,
    ShoutSearch,
    ShoutBroadcast,
    ShoutsPersonalData,
    ShoutNotices,
  ],
})
export class ShoutsModule {}
