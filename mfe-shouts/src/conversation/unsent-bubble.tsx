import { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Bubble, BubbleNote, BubbleTime } from '@paddock/ui/bubbles';
import { UnsentFiles } from '../attaching/unsent-files';
import type { Posting } from '../composing/use-posting';
import { UnsentPollOf } from '../polls/lazy-polls';
import { RichText } from '../text/rich-text';
import { RefusedActions } from './refused-actions';
import type { UnsentMessage } from './timeline';

interface UnsentBubbleProps {
  message: UnsentMessage;
  posting: Pick<Posting, 'retry' | 'edit' | 'discard'>;
  /** The conversation has no composer for the member. */
  readOnly: boolean;
}

/** A message with a clock while it waits; a refused one gives the reason and what can be done with it. */
export function UnsentBubble({ message: { unsent, first, last }, posting, readOnly }: UnsentBubbleProps) {
  const t = useText();
  const format = useFormat();
  const errorText = useErrorText();
  const { status, error, percent } = unsent;
  const refusal = status === 'failed' ? error : undefined;
  return (
    <Bubble
      own
      speaker={t('you')}
      first={first}
      last={last}
      sending={!refusal}
      failed={refusal !== undefined}
      time={
        (last || percent !== undefined) &&
        !refusal && (
          <BubbleTime
            note={percent !== undefined && <bdi>{format.number(percent)}%</bdi>}
            time={format.time(unsent.created)}
            mark={{ kind: 'waiting', label: t(status === 'sending' ? 'sending' : 'waiting') }}
          />
        )
      }
      note={
        refusal && (
          <BubbleNote actions={<RefusedActions item={unsent} posting={posting} readOnly={readOnly} />}>
            {errorText(new ApiError(refusal.code, refusal.message, 400))}
          </BubbleNote>
        )
      }
    >
      <RichText text={unsent.input.shout ?? ''} mentions={[]} />
      <UnsentFiles files={unsent.files} />
      <UnsentPollOf item={unsent} />
    </Bubble>
  );
}
