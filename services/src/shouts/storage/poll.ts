import type { CallArguments } from '@paddock/contract/core/call';
import type { Poll } from '@paddock/contract/calls/polls';
import type { postShout } from '@paddock/contract/calls/shouts';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { StoredPoll } from './poll.schema.js';

/**
 * The poll of a new shout; undefined for a post without one.
 *
 * @throws INVALID_INPUT for a comment and for poll fields without options, INVALID_END_DATE for an end in the past
 */
export function newPoll(post: CallArguments<typeof postShout>, now = new Date()): StoredPoll | undefined {
  const { poll_options, poll_multiple = false, poll_private = false, poll_end, in_reply_to, subject } = post;
  if (!poll_options) {
    if (!poll_multiple && !poll_private && poll_end === undefined) return undefined;
    throw new PaddockError('INVALID_INPUT', { fields: { poll_options: 'poll_options_REQUIRED' } });
  }
  if (in_reply_to !== undefined || subject !== undefined)
    throw new PaddockError('INVALID_INPUT', { fields: { poll_options: 'poll_options_INVALID_PATTERN' } });
  const poll: StoredPoll = {
    options: poll_options.map((text) => ({ id: newId(), text, voters_count: 0 })),
    multiple: poll_multiple,
    private: poll_private,
    ...(poll_end !== undefined && { end: new Date(poll_end) }),
    voters_count: 0,
  };
  if (isClosed(poll, now)) throw new PaddockError('INVALID_END_DATE', { fields: { poll_end: 'INVALID_END_DATE' } });
  return poll;
}

/** Whether the end has passed. */
export function isClosed({ end }: Pick<StoredPoll, 'end'>, now = new Date()): boolean {
  return end !== undefined && end <= now;
}

/** A poll as the member with these votes sees it. */
export function pollView(poll: StoredPoll, user_votes: readonly string[]): Poll {
  const { options, multiple, end, voters_count } = poll;
  return {
    options: options.map(({ id, text, voters_count: count }) => ({ id, text, voters_count: count })),
    multiple,
    private: poll.private,
    ...(end && { end: end.toISOString() }),
    closed: isClosed(poll),
    voters_count,
    user_votes: [...user_votes],
  };
}
