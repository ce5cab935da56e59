import { createRoom, readRooms } from '@paddock/contract/calls/rooms';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useWorkplaceZone } from '@paddock/mfe-kit/zones';
import { ErrorState } from '@paddock/ui/state';
import { useState } from 'react';
import { FormPage } from '../forms/form-page';
import { createRoomForm, fieldsOf, newRoom } from './room-forms';
import { useRoomFormContext } from './use-room-form-context';

/** Adds a room; for workplace admins, unless the deployment turns it off. */
export function CreateRoom() {
  const t = useText();
  const { isAdmin, flags } = useSession();
  return (
    <FormPage back={{ label: t('rooms.back'), to: '/main/rooms' }} title={t('room_form.new')}>
      {isAdmin && !flags.rooms_tab.disable_admin_edit ? (
        <CreateForm />
      ) : (
        <ErrorState title={t('room_form.forbidden')} />
      )}
    </FormPage>
  );
}

function CreateForm() {
  const toast = useToast();
  const go = useNavigate();
  const zone = useWorkplaceZone();
  const context = useRoomFormContext(undefined);
  const [initial] = useState(() => newRoom(zone));
  const create = useCallMutation(createRoom, { invalidates: [readRooms] });
  return (
    <DataForm
      form={createRoomForm}
      context={context}
      initial={initial}
      onSubmit={async (input, client_id) => {
        const { room } = await create.mutateAsync({ ...fieldsOf(input), client_id });
        toast('room_form.created');
        go(`/main/rooms/${encodeURIComponent(room.id)}`, { replace: true });
      }}
    />
  );
}
