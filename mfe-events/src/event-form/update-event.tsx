import { readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import type { CallReply } from '@paddock/contract/core/call';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { useShowEvent } from '../live/use-show-event';
import { updateEventForm } from './event-forms';
import { enteredOf, updateInputOf } from './event-input';
import { FormFrame } from './form-frame';
import { useMyGroups } from './use-my-groups';

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
  const toast = useToast();
  const show = useShowEvent();
  // A live update does not change what the member is editing.
  const [{ event, initial }] = useState(() => ({ event: details.event, initial: enteredOf(details) }));
  const back = useBack(`/main/events/${encodeURIComponent(event.id)}`);
  const own = useMyGroups();
  const { group } = event;
  const groups = group && own && !own.some(({ id }) => id === group.id) ? [group, ...own] : own;
  const update = useCallMutation(updateEvent, { invalidates: [readEvents, readEvent] });
  return (
    <DataForm
      form={updateEventForm}
      context={{ groups, zone: event.time_zone, inGroup: group !== undefined }}
      initial={initial}
      record={event.id}
      onSubmit={async (input) => {
        show(await update.mutateAsync(updateInputOf(event, input)));
        toast('form.saved');
        back();
      }}
    />
  );
}
