import { type Classified, readClassified, updateClassified } from '@paddock/contract/calls/classifieds';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { classifiedFormValues, updateClassifiedForm } from './classified-forms';
import { FormPage } from '../forms/form-page';
import { classifiedOf } from './reply-of';
import { showsAds } from './use-classifieds';

const addressOf = (id: string) => `/main/classifieds/${encodeURIComponent(id)}`;

/** Changes an ad. */
export function UpdateClassified({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readClassified, { id });
  return (
    <FormPage title={t('ad_form.edit')} back={{ label: t('ad_form.back'), to: addressOf(id) }}>
      {answer.error?.status === 404 ? (
        <Empty title={t('ads.gone')} />
      ) : answer.data?.classified.can_edit === false ? (
        <ErrorState title={t('ad_form.forbidden')} />
      ) : answer.data ? (
        <UpdateForm ad={answer.data.classified} />
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </FormPage>
  );
}

function UpdateForm({ ad: current }: { ad: Classified }) {
  const t = useText();
  const toast = useToast();
  // A live update does not change what the member is editing.
  const [{ ad, form, initial }] = useState(() => ({
    ad: current,
    form: updateClassifiedForm(current.category),
    initial: classifiedFormValues(current),
  }));
  const back = useBack(addressOf(ad.id));
  const update = useCallMutation(updateClassified, { invalidates: showsAds });
  return (
    <DataForm
      form={form}
      context={ad.category}
      initial={initial}
      record={ad.id}
      onSubmit={async (input) => {
        const reply = await update.mutateAsync({ image_urls: [], ...(input as object), id: ad.id });
        classifiedOf(reply, t('ad_form.unknown_error'));
        toast('ad_form.saved');
        back();
      }}
    />
  );
}
