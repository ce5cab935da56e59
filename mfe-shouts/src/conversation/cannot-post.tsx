import type { Conversation } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { ComposerClosed } from '@paddock/ui/composer';
import { Suspense } from 'react';

const OwnBlock = lazyPart(
  () => import('./own-block'),
  'OwnBlock',
  () => import('./closed-texts'),
);

/** Takes the place of the composer: the reason that the member cannot write there. */
export function CannotPost({ reason = 'not_a_member', blocked }: Pick<Conversation, 'reason' | 'blocked'>) {
  const t = useText();
  return (
    <ComposerClosed>
      {blocked ? (
        <Suspense>
          <OwnBlock ids={blocked} />
        </Suspense>
      ) : (
        t(`cannot_post.${reason}`)
      )}
    </ComposerClosed>
  );
}
