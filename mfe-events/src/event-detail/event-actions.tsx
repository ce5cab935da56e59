import { deleteEvent, type PaddockEvent, readEvents } from '@paddock/contract/calls/events';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { IconButton } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { CalendarPlus, Flag, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pageOf } from './calendar-entry';
import { useAddToCalendar } from './use-add-to-calendar';

/** The buttons over the cover: calendar, share, and what the member may change. */
export function EventActions({ event }: { event: PaddockEvent }) {
  const t = useText();
  const toast = useToast();
  const { user } = useSession();
  const isOwn = [event.user?.id, event.organizer?.id].includes(user?.id);
  const platform = usePlatform();
  const addToCalendar = useAddToCalendar();
  const share = async () => {
    try {
      const result = await platform.share({ title: event.title, url: pageOf(event) });
      if (result === 'copied') toast('detail.link_copied');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <IconButton icon={CalendarPlus} label={t('detail.add_to_calendar')} onPress={() => void addToCalendar(event)} />
      {platform.has('share') && <IconButton icon={Share2} label={t('detail.share')} onPress={() => void share()} />}
      {event.can_edit && (
        <IconButton
          icon={Pencil}
          label={t('detail.edit')}
          href={`#/main/events/${encodeURIComponent(event.id)}/edit`}
        />
      )}
      {event.can_delete && <DeleteButton event={event} />}
      {!isOwn && <ReportButton event={event} />}
    </>
  );
}

function DeleteButton({ event }: { event: PaddockEvent }) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const remove = useCallMutation(deleteEvent, {
    invalidates: [readEvents],
    onError: toast.error,
    onSuccess() {
      toast('detail.deleted');
      navigate('/main/events', { replace: true });
    },
  });
  return (
    <>
      <IconButton icon={Trash2} label={t('detail.delete')} onPress={() => setOpen(true)} />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('detail.delete_title', { title: event.title })}
        text={t('detail.delete_text')}
        confirmLabel={t('detail.delete')}
        cancelLabel={t('cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: event.id })}
      />
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
