import type { Poll as PollData } from '@paddock/contract/calls/polls';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Poll } from '@paddock/ui/poll';
import { useState } from 'react';
import { dayOf } from '../timeline/day-of';
import { useOpenUntil } from '../actions/use-open-until';
import type { ShoutActions } from '../actions/use-shout-actions';
import styles from './shout-poll.module.css';
import { useVote } from './use-vote';
import { percentOf } from './vote';
import { Voters } from './voters';

interface ShoutPollProps {
  shout: ShoutCard;
  /** The shout's poll. */
  poll: PollData;
  now: number;
  actions: Pick<ShoutActions, 'setPoll'>;
}

/** A shout's poll: votes at a press, with live counts; it ends by itself. */
export function ShoutPoll({ shout, poll: stored, now, actions }: ShoutPollProps) {
  const t = useText();
  const format = useFormat();
  const { poll, press } = useVote(shout.id, stored, actions);
  const [listing, setListing] = useState(false);
  const end = poll.end === undefined ? Infinity : Date.parse(poll.end);
  // The end itself is over.
  const open = useOpenUntil(end - 1, now) && !poll.closed;
  const votes = t('poll.votes', { count: poll.voters_count });
  return (
    <div className={styles.poll} data-poll={shout.id}>
      <Poll
        label={shout.shout}
        options={poll.options.map((option) => ({
          id: option.id,
          text: option.text,
          percent: percentOf(option, poll),
          share: t('poll.share', { percent: format.number(percentOf(option, poll)) }),
          mine: poll.user_votes.includes(option.id),
        }))}
        multiple={poll.multiple}
        ended={!open}
        mineLabel={t('poll.mine')}
        onVote={press}
        meta={[
          poll.private || poll.voters_count === 0 ? (
            votes
          ) : (
            <button type="button" className={`link ${styles.votes}`} onClick={() => setListing(true)}>
              {votes}
            </button>
          ),
          ...(poll.multiple && open ? [t('poll.several')] : []),
          ...(poll.private ? [t('poll.private')] : []),
          ...(poll.end === undefined
            ? []
            : [
                t(open ? 'poll.ends' : 'poll.ended', {
                  day: dayOf(format, poll.end, now),
                  time: format.time(poll.end),
                }),
              ]),
        ]}
      />
      {listing && <Voters id={shout.id} poll={poll} onClose={() => setListing(false)} />}
    </div>
  );
}
