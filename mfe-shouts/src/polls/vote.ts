import type { Poll } from '@paddock/contract/calls/polls';

/** The choice after a press: a single choice is replaced, and pressing it again takes it back. */
export function toggleOption({ multiple, user_votes }: Poll, option: string): string[] {
  if (user_votes.includes(option)) return user_votes.filter((id) => id !== option);
  return multiple ? [...user_votes, option] : [option];
}

/** The poll with another vote of the member, before the service replies. */
export function withVote(poll: Poll, vote: readonly string[]): Poll {
  const { options, user_votes, voters_count } = poll;
  return {
    ...poll,
    options: options.map((option) => ({
      ...option,
      voters_count: option.voters_count + Number(vote.includes(option.id)) - Number(user_votes.includes(option.id)),
    })),
    voters_count: voters_count + Math.sign(vote.length) - Math.sign(user_votes.length),
    user_votes: [...vote],
  };
}

/** Whether a reply to a vote is the same poll with possible counts and a possible vote (A §8: anything else is an error). */
export function isReplyTo({ options, multiple }: Poll, reply: Partial<Poll> | null): reply is Poll {
  const ids = options.map(({ id }) => id);
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 0;
  return (
    Array.isArray(reply?.options) &&
    reply.options.map(({ id }) => id).join() === ids.join() &&
    reply.options.every((option) => isCount(option.voters_count)) &&
    isCount(reply.voters_count) &&
    Array.isArray(reply.user_votes) &&
    reply.user_votes.every((id) => ids.includes(id)) &&
    (multiple || reply.user_votes.length <= 1)
  );
}

/** The whole percent of the voters who chose an option. */
export const percentOf = (option: Pick<Poll['options'][number], 'voters_count'>, { voters_count }: Poll): number =>
  voters_count === 0 ? 0 : Math.round((100 * option.voters_count) / voters_count);
