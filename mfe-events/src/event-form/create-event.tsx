import { createEvent, readEvents } from '@paddock/contract/calls/events';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ErrorState } from '@paddock/ui/state';
import { useState } from 'react';
import { defaultStart } from './default-start';
import { createEventForm } from './event-forms';
import { createInputOf } from './event-input';
import { FormFrame } from './form-frame';
import { useMyGroups } from './use-my-groups';

/** Creates an event; for workplace admins, and for everybody where the deployment says so. */
export function CreateEvent() {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { flags, workplaces, workplace, isAdmin } = useSession();
  const [day] = useAddressPart('day');
  const groups = useMyGroups();
  const zone = workplaces.find(({ id }) => id === workplace)?.time_zone ?? flags.time_zone;
  const [initial] = useState(() => ({ when: defaultStart(Date.now(), zone, day || undefined) }));
  const create = useCallMutation(createEvent, { invalidates: [readEvents] });
  return (
    <FormFrame title={t('form.new')} parent="/main/events">
      {isAdmin || flags.events_tab.public_add_event ? (
        <DataForm
          form={createEventForm}
          context={{ groups, zone, inGroup: false }}
          initial={initial}
          onSubmit={async (input, client_id) => {
            const { id } = await create.mutateAsync({ ...createInputOf(input, zone), client_id });
            toast('form.created');
            navigate(`/main/events/${encodeURIComponent(id)}`, { replace: true });
          }}
        />
      ) : (
        <ErrorState title={t('form.forbidden')} />
      )}
    </FormFrame>
  );
}
