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
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast('copied'))}
        >
          {t('copy')}
        </button>
      )}
      <button type="button" className={className} onClick={() => posting.discard(client_id)}>
        {t('refused.discard')}
      </button>
    </>
  );
}
