import { deleteEvent, type PaddockEvent, readEvents } from '@paddock/contract/calls/events';
import { sharingRefusal } from '@paddock/contract/calls/shout-readers';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useMinute } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useForgetItem } from '@paddock/mfe-kit/list';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { IconButton } from '@paddock/ui/button';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { CalendarClock, CalendarPlus, Flag, ScanLine, Pencil, Share2, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isAllDay } from '../event-times';
import { isOwnEvent } from '../is-own-event';
import { pageOf } from './calendar-entry';
import { useAddToCalendar } from './use-add-to-calendar';

const ShiftSheet = lazyPart(
  () => import('../shift/shift-sheet'),
  'ShiftSheet',
  () => import('../shift/texts'),
);

const ScopeDialog = lazyPart(
  () => import('../event-form/recurrence/scope-dialog'),
  'ScopeDialog',
  () => import('../event-form/texts'),
);

interface Editable {
  event: PaddockEvent;
  /** Whether the member may change the copies of a recurring event together. */
  managesAll: boolean;
}

/** The buttons over the cover: calendar, share, and what the member may change. */
export function EventActions({ event, managesAll }: Editable) {
  const t = useText();
  const toast = useToast();
  const session = useSession();
  const { user, flags, isAdmin } = session;
  const isOwn = isOwnEvent(event, user?.id);
  const platform = usePlatform();
  const mayShare = platform.has('share') && sharingRefusal(flags, isAdmin) === undefined;
  const addToCalendar = useAddToCalendar();
  const share = async () => {
    try {
      const result = await platform.share({ title: event.title, url: pageOf(event, session) });
      if (result === 'copied') toast('detail.link_copied');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <IconButton icon={CalendarPlus} label={t('detail.add_to_calendar')} onPress={() => void addToCalendar(event)} />
      {mayShare && <IconButton icon={Share2} label={t('detail.share')} onPress={() => void share()} />}
      {event.can_edit && <EditButton event={event} managesAll={managesAll} />}
      {event.can_delete && <DeleteButton event={event} managesAll={managesAll} />}
      <DayMenu event={event} />
      {!isOwn && <ReportButton event={event} />}
    </>
  );
}

/** What admins do on the day of the event. */
function DayMenu({ event }: { event: PaddockEvent }) {
  const t = useText();
  const now = useMinute();
  const { isAdmin, user, flags } = useSession();
  const isOrganizer = event.organizer?.id === user?.id && !flags.events_tab.hide_attendees;
  const canCheckIn = flags.rsvp && (isAdmin || event.user?.id === user?.id || isOrganizer);
  const [isShifting, setShifting] = useState(false);
  const canShift = isAdmin && !event.synced && !isAllDay(event) && eventOverAt(event) > now;
  const items: MenuEntry[] = [
    ...(canShift
      ? [{ id: 'shift', label: t('detail.shift'), icon: CalendarClock, onPress: () => setShifting(true) }]
      : []),
  ];
  if (canCheckIn)
    items.push({
      id: 'check-in',
      label: t('detail.check_in'),
      icon: ScanLine,
      href: `#/main/events/${encodeURIComponent(event.id)}/check-in`,
    });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('more')} items={items} />
      {isShifting && (
        <Suspense>
          <ShiftSheet event={event} onClose={() => setShifting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Copies that are over change alone, and so does that of an organizer who manages no other. */
const asksForScope = ({ event, managesAll }: Editable) =>
  managesAll && event.recurring === true && eventOverAt(event) > serverNow();

function EditButton({ event, managesAll }: Editable) {
  const t = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const form = `/main/events/${encodeURIComponent(event.id)}/edit`;
  if (!asksForScope({ event, managesAll }))
    return <IconButton icon={Pencil} label={t('detail.edit')} href={`#${form}`} />;
  return (
    <>
      <IconButton icon={Pencil} label={t('detail.edit')} onPress={() => setOpen(true)} />
      {open && (
        <Suspense>
          <ScopeDialog
            event={event}
            onClose={() => setOpen(false)}
            onChoose={(scope) => navigate(`${form}?scope=${scope}`)}
          />
        </Suspense>
      )}
    </>
  );
}

function DeleteButton({ event, managesAll }: Editable) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const cache = useCallCache();
  const forget = useForgetItem('/main/events');
  const { id, title } = event;
  const remove = useCallMutation(deleteEvent, {
    invalidates: [readEvents],
    onError: toast.error,
    async onSuccess() {
      toast('detail.deleted');
      forget(id);
      // A list that still has the event would open it again.
      await cache.refresh(readEvents).catch(() => undefined);
      navigate('/main/events', { replace: true });
    },
  });
  const { isPending } = remove;
  return (
    <>
      <IconButton icon={Trash2} label={t('detail.delete')} onPress={() => setOpen(true)} />
      {open && asksForScope({ event, managesAll }) ? (
        <Suspense>
          <ScopeDialog
            event={event}
            deletes
            pending={isPending}
            onClose={close}
            onChoose={(scope) => remove.mutate({ id, scope })}
          />
        </Suspense>
      ) : (
        <ConfirmDialog
          open={open}
          onClose={close}
          title={t('detail.delete_title', { title })}
          text={t('detail.delete_text')}
          confirmLabel={t('detail.delete')}
          cancelLabel={t('cancel')}
          danger
          pending={isPending}
          onConfirm={() => remove.mutate({ id })}
        />
      )}
    </>
  );
}

function ReportButton({ event: { id } }: { event: PaddockEvent }) {
  const t = useText();
  const isOffered = useSlotAvailable('account.report');
  const [open, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <IconButton icon={Flag} label={t('detail.report')} onPress={() => setOpen(true)} />
      {open && <Slot name="account.report" props={{ kind: 'event', id, onClose: () => setOpen(false) }} />}
    </>
  );
}
