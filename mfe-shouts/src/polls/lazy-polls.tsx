import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { type ComponentProps, Suspense } from 'react';
import type { Posting, Unsent } from '../composing/use-posting';
import type { ShoutPoll as Part } from './shout-poll';

const loadTexts = () => import('./poll-texts');
const ShoutPoll = lazyPart(() => import('./shout-poll'), 'ShoutPoll', loadTexts);
const UnsentPoll = lazyPart(() => import('./unsent-poll'), 'UnsentPoll', loadTexts);

const NewPoll = lazyPart(() => import('./new-poll'), 'NewPoll', loadTexts);

/** Pixels of an option with its gap, and of the line below the options: the place of a poll whose code loads. */
const optionHeight = 50;
const lineHeight = 32;

type PollOfProps = Omit<ComponentProps<typeof Part>, 'poll'>;

/** The poll of a shout; nothing for other shouts. */
export function PollOf(props: PollOfProps) {
  const { poll } = props.shout;
  if (!poll) return null;
  return (
    <Suspense fallback={<div style={{ minBlockSize: poll.options.length * optionHeight + lineHeight }} />}>
      <ShoutPoll {...props} poll={poll} />
    </Suspense>
  );
}

/** The poll of a post that is not sent yet; nothing for other posts. */
export function UnsentPollOf({ item }: { item: Unsent }) {
  if (!item.input.poll_options) return null;
  return (
    <Suspense>
      <UnsentPoll input={item.input} />
    </Suspense>
  );
}

interface NewPollOfProps {
  posting: Posting;
  /** Chat entry id of the conversation. */
  conversation: string;
  onSend: () => void;
}

/** The form of a new poll, once it is opened. */
export function NewPollOf(props: NewPollOfProps) {
  if (!props.posting.pollForm) return null;
  return (
    <Suspense>
      <NewPoll {...props} again={props.posting.pollForm.again} />
    </Suspense>
  );
}
