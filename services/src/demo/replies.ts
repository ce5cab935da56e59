import type { EventReply } from '@paddock/contract/calls/events';
import type { RatingRow } from '../events/storage/rating.repository.js';
import type { ReplyRow } from '../events/storage/reply.repository.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { DemoEvent } from './demo-content.js';
import { pick } from './pick.js';

export interface DemoReplies {
  replies: NewRow<ReplyRow>[];
  ratings: NewRow<RatingRow>[];
  /** The event's counters. */
  counts: Record<'turn' | EventReply | 'ratings' | 'rating_sum', number>;
}

/** Replies and ratings of an event by some of its readers, the same ones at each start. */
export function demoReplies(
  { title, attending, waiting, absent, ratings: stars }: DemoEvent,
  event: string,
  readers: readonly string[],
  now: Date,
): DemoReplies {
  const shuffled = readers.toSorted((a, b) => pick(`${title} ${a}`, 1e9) - pick(`${title} ${b}`, 1e9));
  const answers = [
    ...Array<EventReply>(attending).fill('attending'),
    ...Array<EventReply>(waiting).fill('waiting'),
    ...Array<EventReply>(absent).fill('absent'),
  ].slice(0, readers.length);
  const replies = answers.map((reply, index) => ({
    _id: newId(),
    ...{ event, user: shuffled[index]!, reply, turn: index + 1, replied: now },
  }));
  const raters = shuffled.slice(0, stars.length);
  const ratings = raters.map((user, index) => ({
    _id: newId(),
    ...{ event, user, rating: stars[index]!, desc: '', created: now },
  }));
  const count = (wanted: EventReply) => replies.filter(({ reply }) => reply === wanted).length;
  return {
    replies,
    ratings,
    counts: {
      turn: replies.length,
      ...{ attending: count('attending'), waiting: count('waiting'), absent: count('absent') },
      ...{ ratings: ratings.length, rating_sum: ratings.reduce((sum, { rating }) => sum + rating, 0) },
    },
  };
}
