import { createEvent, readEvents } from '@paddock/contract/calls/events';
import { serverNow } from '@paddock/mfe-kit/clock';
import { DataForm } from '@paddock/mfe-kit/form';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart, useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ErrorState } from '@paddock/ui/state';
import { useState } from 'react';
import { ruleFormValues } from './recurrence/rule-input';
import { defaultStart } from './default-start';
import { createEventForm } from './event-forms';
import { createInputOf } from './event-input';
import { FormFrame } from './form-frame';
import { useMyGroups } from './use-my-groups';
import { deviceZone, useWorkplaceZone, zoneOptions } from '@paddock/mfe-kit/zones';

/** Creates an event; for workplace admins, and for everybody where the deployment says so. */
export function CreateEvent() {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const back = useBack('/main/events');
  const { flags, isAdmin, language } = useSession();
  const time_zone = useWorkplaceZone();
  const [day] = useAddressPart('day');
  const groups = useMyGroups();
  const locale = localeOf(language);
  const [{ initial, zones }] = useState(() => {
    const when = defaultStart(serverNow(), time_zone, day || undefined);
    return {
      initial: { when, time_zone, ...ruleFormValues(undefined, when) },
      zones: zoneOptions([time_zone, deviceZone()], locale),
    };
  });
  const create = useCallMutation(createEvent, { invalidates: [readEvents] });
  return (
    <FormFrame title={t('form.new')} parent="/main/events">
      {isAdmin || flags.events_tab.public_add_event ? (
        <DataForm
          form={createEventForm}
          context={{ groups, zones, locale, inGroup: false }}
          initial={initial}
          onSubmit={async (input, client_id) => {
            const { id } = await create.mutateAsync({ ...createInputOf(input), client_id });
            toast('form.created');
            navigate(`/main/events/${encodeURIComponent(id)}`, { replace: true });
          }}
        />
      ) : (
        <ErrorState title={t('only_admins')} backLabel={t('back')} onBack={back} />
      )}
    </FormFrame>
  );
}
