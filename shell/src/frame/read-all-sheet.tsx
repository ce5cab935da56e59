import { markAllChatsRead, readChats } from '@paddock/contract/calls/chats';
import { markAllClassifiedsRead, readClassifieds } from '@paddock/contract/calls/classifieds';
import { markAllEventsRead } from '@paddock/contract/calls/event-marks';
import { readEvents } from '@paddock/contract/calls/events';
import { markAllFilesRead, readFolder } from '@paddock/contract/calls/folders';
import { markAllSponsorsRead, readSponsors } from '@paddock/contract/calls/notices';
import type { Call } from '@paddock/contract/core/call';
import type { TabId } from '@paddock/contract/core/tabs';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { readBadges } from '@paddock/contract/calls/badges';
import { ActionSheet } from '@paddock/ui/sheet';
import { CheckCheck } from 'lucide-react';
import { useEffect } from 'react';

/** The call that marks everything behind a tab as read, and the list that shows the marks. */
const calls: Partial<Record<TabId, { mark: Call; list: Call }>> = {
  chats: { mark: markAllChatsRead, list: readChats },
  events: { mark: markAllEventsRead, list: readEvents },
  notices: { mark: markAllSponsorsRead, list: readSponsors },
  classifieds: { mark: markAllClassifiedsRead, list: readClassifieds },
  files: { mark: markAllFilesRead, list: readFolder },
};

/**
 * The sheet of a long press on a tab with a badge: Cancel, and Mark all as read (specification B §2).
 *
 * @param tab a `TabKey`: of a further notices tab it names the namespace
 */
export function ReadAllSheet({ tab, onClose }: { tab: string; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const cache = useCallCache();
  const { api, deployment } = useKit();
  const [id, namespace] = tab.split(':');
  const found = calls[id as TabId];
  useEffect(() => {
    if (!found) onClose();
  }, [found, onClose]);
  if (!found) return null;
  const read = async () => {
    const { sponsors_tab } = deployment.get().flags;
    try {
      await api.call(found.mark, id === 'notices' ? { namespace: namespace ?? sponsors_tab.namespace } : {});
      await Promise.all([cache.refresh(readBadges), cache.refresh(found.list)]);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <ActionSheet
      open
      onClose={onClose}
      label={t('read_all.mark')}
      actions={[{ id: 'read', label: t('read_all.mark'), icon: CheckCheck, onPress: () => void read() }]}
      cancelLabel={t('read_all.cancel')}
    />
  );
}
