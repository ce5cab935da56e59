import { readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import type { CallReply } from '@paddock/contract/core/call';
import { recurrenceScopes } from '@paddock/contract/core/recurrence';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { localeOf } from '@paddock/mfe-kit/format';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { useShowEvent } from '../live/use-show-event';
import { updateEventForm } from './event-forms';
import { eventFormValues, updateInputOf } from './event-input';
import { movedCopyOf } from './recurrence/moved-copy';
import { FormFrame } from './form-frame';
import { useMyGroups } from './use-my-groups';
import { deviceZone, zoneOptions } from '@paddock/mfe-kit/zones';

/** Changes an event. */
export function UpdateEvent({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readEvent, { id });
  return (
    <FormFrame title={t('form.edit')} parent={`/main/events/${encodeURIComponent(id)}`}>
      {answer.error?.status === 404 ? (
        <Empty title={t('detail.gone')} />
      ) : answer.data?.event.can_edit === false ? (
        <ErrorState title={t('form.forbidden')} />
      ) : answer.data ? (
        <UpdateForm details={answer.data} />
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </FormFrame>
  );
}

function UpdateForm({ details }: { details: CallReply<typeof readEvent> }) {
  const t = useText();
  const toast = useToast();
  const show = useShowEvent();
  // A live update does not change what the member is editing.
  const [{ event, recurrence, invited, asked_organizer, initial, moved }] = useState(() => ({
    ...details,
    initial: eventFormValues(details),
    moved: movedCopyOf(details.event),
  }));
  const [form] = useState(() => updateEventForm(moved));
  const back = useBack(`/main/events/${encodeURIComponent(event.id)}`);
  const { group } = event;
  const groups = useMyGroups(group);
  const { language } = useSession();
  const locale = localeOf(language);
  const [wanted] = useAddressPart('scope');
  const chosen = details.manages_all === true ? recurrenceScopes.find((one) => one === wanted) : undefined;
  const scope = event.recurring ? (chosen ?? 'one') : undefined;
  const kept = initial['repeats'] === 'kept' ? recurrence : undefined;
  const [zones] = useState(() => zoneOptions([event.time_zone, deviceZone()], locale));
  const update = useCallMutation(updateEvent, { invalidates: [readEvents, readEvent] });
  return (
    <>
      {scope && <Banner kind="info">{t(`scope.edits_${scope}`)}</Banner>}
      <DataForm
        form={form}
        context={{
          ...{ groups, zones, locale, scope, kept, moved },
          ...{ inGroup: group !== undefined, asked: asked_organizer?.fullname },
        }}
        initial={initial}
        record={scope && scope !== 'one' ? `${event.id}.${scope}` : event.id}
        onSubmit={async (input) => {
          const before = {
            event,
            ...(recurrence && { recurrence }),
            ...(invited && { invited }),
            ...(asked_organizer && { asked_organizer }),
          };
          show(await update.mutateAsync(updateInputOf(before, input, scope)));
          toast('form.saved');
          back();
        }}
      />
    </>
  );
}
