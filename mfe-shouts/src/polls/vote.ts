import type { Poll } from '@paddock/contract/calls/polls';

/** The choice after a press: a single choice is replaced, and pressing it again takes it back. */
export function pressed({ multiple, user_votes }: Poll, option: string): string[] {
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

/** The whole percent of the voters who chose an option. */
export const percentOf = (option: Pick<Poll['options'][number], 'voters_count'>, { voters_count }: Poll): number =>
  voters_count === 0 ? 0 : Math.round((100 * option.voters_count) / voters_count);
