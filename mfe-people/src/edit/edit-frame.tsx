import type { Profile } from '@paddock/contract/calls/people';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import type { ReactNode } from 'react';
import styles from './edit.module.css';
import type { useEdited } from './use-edited';

interface EditFrameProps {
  title: string;
  back: { label: string; onPress: () => void };
  query: ReturnType<typeof useEdited>['query'];
  children: (profile: Profile) => ReactNode;
}

/** A page of the editor with its loading and error states; refused where the viewer may not edit. */
export function EditFrame({ title, back, query, children }: EditFrameProps) {
  const t = useText();
  const profile = query.data;
  const isGone = query.error?.status === 404;
  const refusal = profile?.can_edit === false ? new ApiError('FORBIDDEN', t('edit.forbidden'), 403) : undefined;
  const error = refusal ?? (profile ? undefined : query.error);
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader title={title} back={{ ...back, alwaysShown: true }} column />
      <Scroll surface="canvas">
        {isGone ? (
          <Empty title={t('profile.gone')} />
        ) : error ? (
          <LoadFailed error={error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : profile ? (
          <Column className={styles.column ?? ''}>{children(profile)}</Column>
        ) : (
          <Column>
            <Skeleton shape="row" count={6} label={t('edit.loading')} />
          </Column>
        )}
      </Scroll>
    </Pane>
  );
}
