import { unblockMember } from '@paddock/contract/calls/profiles';
import { readShout, readShouts } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';

/** Lifts the member's own block. The profile offers this too, but the member may no longer see it. */
export function OwnBlock({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const toast = useToast();
  const unblock = useCallMutation(unblockMember, {
    invalidates: [readShouts, readShout],
    onError: toast.error,
  });
  return (
    <>
      {t('own_block.text')}
      {' · '}
      <button
        type="button"
        className="link"
        disabled={unblock.isPending}
        onClick={() => ids.forEach((id) => unblock.mutate({ id }))}
      >
        {t('own_block.lift')}
      </button>
    </>
  );
}
