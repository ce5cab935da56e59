import type { Link } from '@paddock/contract/calls/links';
import { useText } from '@paddock/mfe-kit/i18n';
import type { ListQuery } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { LinkButton } from '@paddock/ui/button';
import { Empty, Skeleton } from '@paddock/ui/state';

interface LinkNotShownProps {
  query: Pick<ListQuery, 'error' | 'isFetching' | 'refetch'> & { data: { link: Link } | undefined };
  /** For a link that exists and is not for this page. */
  title: string;
}

/** What the page of a link says without it: that it is for another page, gone, not loaded or loading. */
export function LinkNotShown({ query, title }: LinkNotShownProps) {
  const t = useText();
  if (query.data)
    return (
      <Empty
        title={title}
        action={
          <LinkButton variant="primary" href="#/main/links">
            {t('links.show')}
          </LinkButton>
        }
      />
    );
  if (query.error?.status === 404) return <Empty title={t('links.gone')} />;
  if (query.error)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  return <Skeleton shape="detail" count={1} label={t('loading')} />;
}
