import { type Poll, votePoll } from '@paddock/contract/calls/polls';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useToggleQueue } from '@paddock/mfe-kit/toggle-queue';
import { useState } from 'react';
import type { ShoutActions } from '../actions/use-shout-actions';
import { isReplyTo, toggleOption, withVote } from './vote';

/**
 * The poll with the member's vote, which shows at once. When the service refuses it, or there is no connection, the vote before
 * returns with a toast: a late vote could be meant for a poll that has ended.
 */
export function useVote(id: string, poll: Poll, { setPoll }: Pick<ShoutActions, 'setPoll'>) {
  const toast = useToast();
  const call = useCallMutation(votePoll);
  const [wanted, setWanted] = useState<readonly string[]>();
  const shown = wanted ? withVote(poll, wanted) : poll;
  const vote = useToggleQueue((shout, options: string[]) =>
    call.mutateAsync({ id: shout, poll_option_ids: options }).then((reply) => {
      if (!isReplyTo(poll, reply)) throw new ApiError('NOT_FETCHED', '', 0);
      return reply;
    }),
  );

  return {
    poll: shown,
    press(option: string) {
      const options = toggleOption(shown, option);
      setWanted(options);
      vote(id, options, ({ reply, error }) => {
        setWanted(undefined);
        if (reply) setPoll(id, reply);
        if (error !== undefined) toast.error(error);
        else if (reply?.closed) toast('poll.over', { kind: 'bad' });
      });
    },
  };
}
