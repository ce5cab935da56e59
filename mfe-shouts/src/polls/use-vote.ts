import { type Poll, votePoll } from '@paddock/contract/calls/polls';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useRef, useState } from 'react';
import type { ShoutActions } from '../shared/use-shout-actions';
import { isReplyTo, pressed, withVote } from './vote';

/**
 * The poll with the member's vote, which shows at once. When the service refuses it, or there is no connection, the vote before
 * returns with a toast: a late vote could be meant for a poll that has ended.
 */
export function useVote(id: string, poll: Poll, { setPoll }: Pick<ShoutActions, 'setPoll'>) {
  const toast = useToast();
  const call = useCallMutation(votePoll);
  const [wanted, setWanted] = useState<readonly string[]>();
  /** The last wanted vote while a call is in flight: one call at a time, so that the last press counts. */
  const last = useRef<readonly string[]>(undefined);
  const shown = wanted ? withVote(poll, wanted) : poll;

  async function send(vote: readonly string[]): Promise<void> {
    last.current = vote;
    try {
      const reply = await call.mutateAsync({ id, poll_option_ids: [...vote] });
      if (last.current !== vote) return await send(last.current);
      if (!isReplyTo(poll, reply)) throw new ApiError('NOT_FETCHED', '', 0);
      setPoll(id, reply);
      if (reply.closed) toast('poll.over');
    } catch (error) {
      toast.error(error);
    }
    last.current = undefined;
    setWanted(undefined);
  }

  return {
    poll: shown,
    press(option: string) {
      const vote = pressed(shown, option);
      setWanted(vote);
      if (last.current) last.current = vote;
      else void send(vote);
    },
  };
}
