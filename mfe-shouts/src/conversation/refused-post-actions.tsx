import { useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { Posting, Unsent } from '../composing/use-posting';

interface KeptActionsProps {
  item: Unsent;
  posting: Pick<Posting, 'discard'>;
  className?: string;
}

/** What a member can do with a refused post where no composer can take it back. */
export function KeptActions({ item: { client_id, input }, posting, className }: KeptActionsProps) {
  const t = useText();
  const toast = useToast();
  const text = [input.shout, ...(input.poll_options ?? [])].join('\n').trim();
  return (
    <>
      {'clipboard' in navigator && text !== '' && (
        <button
          type="button"
          className={className}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toast('copied'),
              () => toast('link_not_copied', { kind: 'bad' }),
            )
          }
        >
          {t('copy')}
        </button>
      )}
      <button
        type="button"
        className={className}
        onClick={({ currentTarget }) => {
          leaveItem(currentTarget);
          posting.discard(client_id);
        }}
      >
        {t('refused.discard')}
      </button>
    </>
  );
}

/** Moves the focus from an item that goes away to the button of a neighbour, else to the pane. */
function leaveItem(focused: Element): void {
  const item = focused.closest('[role="group"], article');
  const others = [...(item?.parentElement?.querySelectorAll('button') ?? [])].filter((one) => !item!.contains(one));
  const isAfter = (one: Element) => item!.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING;
  const next = others.find(isAfter) ?? others.at(-1) ?? focused.closest('section');
  if (!next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
}
