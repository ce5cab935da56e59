import { updateSponsor } from '@paddock/contract/calls/notice-writing';
import { readSponsor, readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { useGroupChoices } from '../forms/use-group-choices';
import { addressOf, useBoard } from './addresses';
import { FormFrame } from './form-frame';
import { updateNoticeForm } from './notice-forms';
import { noticeFormValues, throwFormError, updateInputOf } from './notice-input';
import { useShowNotice } from './use-live-notices';

/** Changes a notice; for workplace admins and its owner. */
export function UpdateNotice({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readSponsor, { id });
  const sponsor = answer.data?.sponsor;
  return (
    <FormFrame title={t('notices.edit')} parent={addressOf(id)}>
      {answer.error?.status === 404 ? (
        <Empty title={t('notices.SPONSOR_NOT_FOUND')} />
      ) : sponsor?.can_edit === false ? (
        <ErrorState title={t('form.forbidden')} />
      ) : sponsor ? (
        <UpdateForm sponsor={sponsor} />
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('notices.loading')} />
      )}
    </FormFrame>
  );
}

function UpdateForm({ sponsor: read }: { sponsor: Sponsor }) {
  const t = useText();
  const toast = useToast();
  const back = useBack(addressOf(read.id));
  const show = useShowNotice();
  const { isAdmin } = useSession();
  const board = useBoard(read.namespace);
  // The form keeps what it opened with, while others change the notice.
  const [sponsor] = useState(read);
  const groups = useGroupChoices({
    enabled: isAdmin,
    ids: sponsor.acknowledgement?.groups ?? [],
    known: sponsor.group ? [sponsor.group] : [],
    unnamed: t('form.other_group'),
  });
  const [form] = useState(() => updateNoticeForm(read));
  const [initial] = useState(() => noticeFormValues(read));
  const update = useCallMutation(updateSponsor, { invalidates: [readSponsors] });
  return (
    <DataForm
      form={form}
      record={sponsor.id}
      initial={initial}
      hasColumns
      context={{ board, groups, sponsor, isOwner: !isAdmin }}
      onSubmit={async (input) => {
        const reply = await update.mutateAsync(updateInputOf(sponsor, input)).catch(throwFormError);
        show(reply.sponsor);
        toast('form.saved');
        back();
      }}
    />
  );
}
