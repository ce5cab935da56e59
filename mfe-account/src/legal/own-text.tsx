import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Skeleton } from '@paddock/ui/state';
import { Markdown } from './markdown';
import { useLegalText } from './use-legal-text';

/** A legal text of the community, from its file. */
export function OwnText({ address }: { address: string }) {
  const t = useText();
  const { text, error, isPending, retry } = useLegalText(address);
  if (text !== undefined) return <Markdown text={text} />;
  if (error) return <LoadFailed error={error} pending={isPending} onRetry={retry} />;
  return <Skeleton shape="row" label={t('legal.loading')} />;
}
