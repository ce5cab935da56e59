import { Module } from '@nestjs/common';
import { EventShouts } from './subscribers/event-shouts.js';
import { ShoutBroadcast } from './subscribers/shout-broadcast.js';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { LikeRepository } from './storage/like.repository.js';
import { LinkClicks } from './links/link-clicks.js';
import { LinkJobRepository } from './links/link-job.repository.js';
import { LinkPreviews } from './links/link-previews.js';
import { PagePreviews } from './links/page-preview.js';
import { LikeWriter } from './writing/like-writer.js';
import { LikesService } from './writing/likes.service.js';
import { MentionsService } from './writing/mentions.service.js';
import { PollEndRepository } from './polls/poll-end.repository.js';
import { PollEnds } from './polls/poll-ends.js';
import { PollsController } from './polls/polls.controller.js';
import { PollsService } from './polls/polls.service.js';
import { VoteRepository } from './storage/vote.repository.js';
import { VoteWriter } from './polls/vote-writer.js';
import { PostingService } from './writing/posting.service.js';
import { RevisingService } from './writing/revising.service.js';
import { ShoutEdits } from './writing/shout-edits.js';
import { ShoutWithdrawal } from './writing/shout-withdrawal.js';
import { ShoutReceivers } from './subscribers/shout-receivers.js';
import { PollNotifications } from './subscribers/poll-notifications.js';
import { ReadableShouts } from './subscribers/readable-shouts.js';
import { CommentNotifications } from './subscribers/comment-notifications.js';
import { ShoutNotifications } from './subscribers/shout-notifications.js';
import { ShoutAccess } from './reading/shout-access.js';
import { ShoutSearch } from './reading/shout-search.js';
import { Audience } from './reading/audience.js';
import { ShoutReadersController } from './reading/shout-readers.controller.js';
import { SharedConversations } from './reading/shared-conversations.js';
import { MentionableMembers } from './reading/mentionable-members.js';
import { ConversationHeads } from './reading/conversation-heads.js';
import { Likers } from './reading/likers.js';
import { MemberShouts } from './reading/member-shouts.js';
import { ShoutActivities } from './reading/shout-activities.js';
import { ShareLinks } from './reading/share-links.js';
import { ViewCounts } from './reading/view-counts.js';
import { ViewRepository } from './storage/view.repository.js';
import { MentionSuggestions } from './reading/mention-suggestions.js';
import { SeenMarks } from './reading/seen-marks.js';
import { ShoutViews } from './reading/shout-views.js';
import { ViewerLikes } from './reading/viewer-likes.js';
import { ShoutJobs } from './writing/shout-jobs.js';
import { ShoutWriter } from './writing/shout-writer.js';
import { GroupErasure } from './subscribers/group-erasure.js';
import { LostGroups } from './subscribers/lost-groups.js';
import { NarrowedSubjects } from './subscribers/notification-withdrawal.js';
import { ShoutSearchRepository } from './storage/shout-search.repository.js';
import { FillTerms } from './storage/fill-terms.js';
import { NewShoutRepository } from './storage/new-shout.repository.js';
import { ShoutRepository } from './storage/shout.repository.js';
import { CommentsController } from './comments/comments.controller.js';
import { CommentsService } from './comments/comments.service.js';
import { SubjectThreads } from './comments/subject-threads.js';
import { ShoutsController } from './shouts.controller.js';
import { ShoutsService } from './reading/shouts.service.js';
import { Threads } from './reading/threads.js';
import { ReportableShouts } from './reportable-shouts.js';
import { ShoutsPersonalData } from './shouts.personal-data.js';

@Module({
  controllers: [ShoutsController, ShoutReadersController, CommentsController, PollsController],
  providers: [
    NewShoutRepository,
    ShoutRepository,
    ShoutSearchRepository,
    FillTerms,
    LikeRepository,
    VoteRepository,
    KeyedMutex,
    LinkJobRepository,
    PagePreviews,
    LinkPreviews,
    LinkClicks,
    Threads,
    ShoutAccess,
    SeenMarks,
    ShoutViews,
    ViewerLikes,
    ConversationHeads,
    ShoutsService,
    PostingService,
    ShoutWriter,
    ShoutJobs,
    MentionsService,
    MentionableMembers,
    MentionSuggestions,
    Audience,
    SharedConversations,
    MemberShouts,
    ShoutActivities,
    Likers,
    ViewRepository,
    ViewCounts,
    ShareLinks,
    ShoutEdits,
    ShoutWithdrawal,
    RevisingService,
    LikesService,
    LikeWriter,
    SubjectThreads,
    CommentsService,
    PollsService,
    VoteWriter,
    PollEndRepository,
    PollEnds,
    ShoutSearch,
    ShoutReceivers,
    ShoutBroadcast,
    EventShouts,
    ShoutsPersonalData,
    ReadableShouts,
    ShoutNotifications,
    CommentNotifications,
    PollNotifications,
    GroupErasure,
    LostGroups,
    NarrowedSubjects,
    ReportableShouts,
  ],
})
export class ShoutsModule {}
