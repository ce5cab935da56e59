import type { Slots } from '@paddock/contract/core/links';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Skeleton } from '@paddock/ui/state';
import { useGroup } from '../use-group';
import { OutsideGroup } from './outside-group';

/** The slot `chats.outside`: what a conversation shows to those who may not read it. */
export function OutsideSlot({ id, onJoined }: Slots['chats.outside']) {
  const t = useText();
  const { query, head } = useGroup(id);
  if (head) return head.can_read ? null : <OutsideGroup reply={head} hasComposer onJoined={onJoined} />;
  if (query.isError)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  return <Skeleton shape="detail" label={t('group.loading')} />;
}
