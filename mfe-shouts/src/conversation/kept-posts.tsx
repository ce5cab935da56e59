import { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Bubble, BubbleNote, Talk } from '@paddock/ui/bubbles';
import { UnsentFiles } from '../attaching/unsent-files';
import type { Posting, Unsent } from '../composing/use-posting';
import { UnsentPollOf } from '../polls/lazy-polls';
import { RichText } from '../text/rich-text';
import { UnsentBubble } from './unsent-bubble';

interface KeptPostsProps {
  posting: Pick<Posting, 'items' | 'retry' | 'edit'>;
  /** The conversation's title; undefined while it is not known. */
  name: string | undefined;
  discard: (clientId: string) => void;
}

/** The unsent posts to a conversation without a composer: a refused one cannot be edited there, but copied or discarded. */
export function KeptPosts({ posting, name, discard }: KeptPostsProps) {
  const t = useText();
  if (posting.items.length === 0) return null;
  return (
    <Talk label={name === undefined ? t('conversation') : t('conversation_with', { name })}>
      {posting.items.map((unsent) =>
        unsent.status === 'failed' ? (
          <RefusedBubble key={unsent.client_id} unsent={unsent} onDiscard={() => discard(unsent.client_id)} />
        ) : (
          <UnsentBubble
            key={unsent.client_id}
            message={{ kind: 'unsent', key: unsent.client_id, unsent, first: true, last: true }}
            posting={posting}
          />
        ),
      )}
    </Talk>
  );
}

function RefusedBubble({ unsent, onDiscard }: { unsent: Unsent; onDiscard: () => void }) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const { input, files, error } = unsent;
  const text = [input.shout, ...(input.poll_options ?? [])].join('\n').trim();
  return (
    <Bubble
      own
      speaker={t('you')}
      first
      last
      failed
      note={
        <BubbleNote
          actions={
            <>
              {'clipboard' in navigator && text !== '' && (
                <button
                  type="button"
                  onClick={() => void navigator.clipboard.writeText(text).then(() => toast('copied'))}
                >
                  {t('copy')}
                </button>
              )}
              <button type="button" onClick={onDiscard}>
                {t('refused.discard')}
              </button>
            </>
          }
        >
          {error && errorText(new ApiError(error.code, error.message, 400))}
        </BubbleNote>
      }
    >
      <RichText text={input.shout ?? ''} mentions={[]} />
      <UnsentFiles files={files} />
      <UnsentPollOf item={unsent} />
    </Bubble>
  );
}
