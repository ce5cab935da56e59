import { markAllEventsRead } from '@paddock/contract/calls/event-marks';
import { readEvents } from '@paddock/contract/calls/events';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { CalendarPlus, CalendarSync, CheckCheck, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const CalendarAddress = lazy(async () => ({
  default: (await import('../reading/calendar-address')).CalendarAddress,
}));

interface ListActionsProps {
  /** The day on which a new event starts. */
  day?: string;
  /** First in the menu. */
  items?: readonly MenuEntry[];
}

/** At the end of the header: a new event, for those who may create one, and the menu of the tab. */
export function ListActions({ day, items = [] }: ListActionsProps) {
  const t = useText();
  const toast = useToast();
  const { isAdmin, flags } = useSession();
  const [count, setCount] = useBadge('events');
  const [isAddressOpen, setAddressOpen] = useState(false);
  const readAll = useCallMutation(markAllEventsRead, {
    invalidates: [readEvents],
    onError: toast.error,
    onSuccess: ({ event_new_receipts }) => setCount(event_new_receipts),
  });
  const entries: MenuEntry[] = [
    ...items,
    ...(count > 0
      ? [{ id: 'read', label: t('mark_all_read'), icon: CheckCheck, onPress: () => readAll.mutate({}) }]
      : []),
    { id: 'address', label: t('address.title'), icon: CalendarSync, onPress: () => setAddressOpen(true) },
  ];
  if (isAdmin)
    entries.push({ id: 'calendars', label: t('calendars'), icon: CalendarPlus, href: '#/main/events/calendars' });
  return (
    <>
      {(isAdmin || flags.events_tab.public_add_event) && (
        <IconButton icon={Plus} label={t('add')} href={`#/main/events/new${day === undefined ? '' : `?day=${day}`}`} />
      )}
      <Menu label={t('more')} items={entries} />
      {isAddressOpen && (
        <Suspense>
          <CalendarAddress onClose={() => setAddressOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
