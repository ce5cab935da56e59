import { useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';

interface CopyOrDiscardProps {
  text: string;
  onDiscard: () => void;
  className?: string | undefined;
}

/** The buttons of a text that cannot be sent. */
export function CopyOrDiscard({ text, onDiscard, className }: CopyOrDiscardProps) {
  const t = useText();
  const toast = useToast();
  return (
    <>
      {'clipboard' in navigator && text.trim() !== '' && (
        <button
          type="button"
          className={className}
          onClick={() =>
            void navigator.clipboard.writeText(text.trim()).then(
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
          onDiscard();
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
