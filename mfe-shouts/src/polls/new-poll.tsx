import {
  defaultPollMs,
  pollForm,
  type PollFormInput,
  pollLimits,
  pollOptionFields,
} from '@paddock/contract/calls/polls';
import { minuteMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { Sheet } from '@paddock/ui/sheet';
import { useState } from 'react';
import type { Posting, Unsent } from '../composing/use-posting';

type Entered = Readonly<Record<string, unknown>>;
type PollForm = ReturnType<typeof pollForm>;

const form = defineForm<PollForm>({
  id: 'create-poll',
  schema: () => pollForm(serverNow),
  submit: (t) => t('poll.form.create'),
  fields: (t) => [
    { type: 'textarea', name: 'shout', label: t('poll.form.question'), max: pollLimits.question },
    ...pollOptionFields.map((name, index) => ({
      type: 'input' as const,
      name,
      label: t('poll.form.option', { number: index + 1 }),
      max: pollLimits.option,
      codes: { INVALID_PATTERN: t('poll.form.equal') },
      // Further options appear one by one, as the one before is filled.
      ...(index >= pollLimits.minOptions && {
        when: (entered: Entered) => isFilled(entered[name]) || isFilled(entered[pollOptionFields[index - 1]!]),
      }),
    })),
    { type: 'checkbox', name: 'pollMultiple', label: t('poll.form.multiple') },
    { type: 'checkbox', name: 'pollPublic', label: t('poll.form.public'), help: t('poll.form.public_help') },
    {
      type: 'optional',
      id: 'expiry',
      label: t('poll.form.expires'),
      fields: [
        {
          type: 'date-time-picker',
          name: 'pollEnd',
          label: t('poll.form.end'),
          required: true,
          codes: { INVALID_END_DATE: t('poll.form.end_past') },
        },
      ],
      opens: () => ({ pollEnd: defaultEnd() }),
    },
  ],
});

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Rounded up to a whole minute, as the control shows it. */
function defaultEnd(): string {
  return new Date(Math.ceil((serverNow() + defaultPollMs) / minuteMs) * minuteMs).toISOString();
}

/** The form's values of a refused poll. */
function valuesOf({ shout, poll_options = [], poll_multiple, poll_private, poll_end }: Unsent['input']): Entered {
  return {
    shout: shout ?? '',
    ...(Object.fromEntries(poll_options.map((text, index) => [pollOptionFields[index], text])) as Entered),
    pollMultiple: poll_multiple === true,
    pollPublic: poll_private !== true,
    ...(poll_end !== undefined && { pollEnd: String(poll_end) }),
  };
}

/** The fields of a new shout. */
function postOf({ shout, pollMultiple, pollPublic, pollEnd, ...options }: PollFormInput) {
  return {
    shout,
    poll_options: pollOptionFields.flatMap((name) => (isFilled(options[name]) ? [options[name]!] : [])),
    poll_multiple: pollMultiple === true,
    poll_private: pollPublic !== true,
    ...(pollEnd !== undefined && { poll_end: pollEnd }),
  };
}

interface NewPollProps {
  posting: Pick<Posting, 'sendPoll' | 'closePoll'>;
  /** Chat entry id: each conversation has its own draft. */
  conversation: string;
  /** A refused poll to change. */
  again: Unsent | undefined;
  onSend: () => void;
}

/** Creates a poll in a conversation. It is sent like a shout: at once, or when there is a connection again. */
export function NewPoll({ posting, conversation, again, onSend }: NewPollProps) {
  const t = useText();
  const [initial] = useState<Entered>(() =>
    again ? valuesOf(again.input) : { pollPublic: true, pollEnd: defaultEnd() },
  );
  return (
    <Sheet open onClose={posting.closePoll} title={t('poll.form.title')} closeLabel={t('poll.close')} size="l">
      <DataForm
        form={form}
        initial={initial}
        record={again?.client_id ?? conversation}
        onSubmit={async (input) => {
          posting.sendPoll(postOf(input));
          onSend();
        }}
      />
    </Sheet>
  );
}
