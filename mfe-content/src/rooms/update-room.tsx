import { deleteRoom, readRoom, readRoomRemoval, type Room, updateRoom } from '@paddock/contract/calls/rooms';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useForgetItem } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormPage } from '../forms/form-page';
import { roomFormValues, fieldsOf, removedFields, updateRoomForm } from './room-forms';
import { showsRooms } from './use-live-rooms';
import { useRoomFormContext } from './use-room-form-context';

/** Changes or deletes a room. */
export function UpdateRoom({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readRoom, { id });
  const { room, groups } = answer.data ?? {};
  return (
    <FormPage
      back={{ label: t('rooms.back_to_room'), to: `/main/rooms/${encodeURIComponent(id)}` }}
      title={t('room_form.edit')}
    >
      {answer.error?.status === 404 ? (
        <Empty title={t('rooms.gone')} />
      ) : room?.can_edit === false ? (
        <ErrorState title={t('room_form.forbidden')} />
      ) : room ? (
        <>
          <UpdateForm room={room} group={groups?.find((group) => group.id === room.group)} />
          <DeleteButton room={room} />
        </>
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </FormPage>
  );
}

function UpdateForm({ room: current, group }: { room: Room; group: GroupCard | undefined }) {
  const toast = useToast();
  // A live update does not change what the admin is editing.
  const [{ room, initial }] = useState(() => ({ room: current, initial: roomFormValues(current) }));
  const back = useBack(`/main/rooms/${encodeURIComponent(room.id)}`);
  const context = useRoomFormContext(group);
  const update = useCallMutation(updateRoom, { invalidates: showsRooms });
  return (
    <DataForm
      form={updateRoomForm}
      context={context}
      initial={initial}
      record={room.id}
      onSubmit={async (input) => {
        await update.mutateAsync({ ...fieldsOf(input), id: room.id, remove_fields: removedFields(room, input) });
        toast('room_form.saved');
        back();
      }}
    />
  );
}

/** Says what happens to the bookings to come before it deletes the room. */
function DeleteButton({ room: { id, title } }: { room: Room }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const forget = useForgetItem('/main/rooms');
  const [isOpen, setOpen] = useState(false);
  const removal = useCallQuery(readRoomRemoval, { id }, { enabled: isOpen, staleTime: 0 });
  const remove = useCallMutation(deleteRoom, {
    invalidates: showsRooms,
    onError: toast.error,
    onSuccess() {
      forget(id);
      toast('room_form.deleted');
      go('/main/rooms', { replace: true });
    },
  });
  const { bookings = 0, members = 0 } = removal.data ?? {};
  const consequence =
    removal.data &&
    (bookings === 0
      ? t('room_form.delete_free')
      : t('room_form.delete_text', {
          bookings: t('room_form.bookings', { count: bookings }),
          members: t('room_form.members', { count: members }),
        }));
  return (
    <>
      <Button icon={Trash2} variant="danger-outline" onPress={() => setOpen(true)}>
        {t('room_form.delete')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('room_form.delete_title', { title })}
        text={removal.isError ? t('room_form.delete_unknown') : (consequence ?? t('loading'))}
        confirmLabel={t('room_form.delete')}
        cancelLabel={t('room.cancel')}
        danger
        pending={remove.isPending}
        confirmDisabled={!removal.data}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
