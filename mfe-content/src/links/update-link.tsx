import { deleteLink, type Link, readLink, readLinks, updateLink } from '@paddock/contract/calls/links';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
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
import { useLinkFormContext } from './use-link-form-context';
import { linkFormValues, updateLinkForm } from './link-forms';

/** Changes a link; for workplace admins. Super admins delete it here. */
export function UpdateLink({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readLink, { id });
  const link = answer.data?.link;
  return (
    <FormPage back={{ label: t('links.back'), to: '/main/links' }} title={t('link_form.edit')}>
      {answer.error?.status === 404 ? (
        <Empty title={t('links.gone')} />
      ) : link?.can_edit === false ? (
        <ErrorState title={t('link_form.forbidden')} />
      ) : link ? (
        <>
          <UpdateForm link={link} />
          {link.can_delete && <DeleteButton link={link} />}
        </>
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </FormPage>
  );
}

function UpdateForm({ link: current }: { link: Link }) {
  const toast = useToast();
  // A live update does not change what the admin is editing.
  const [{ link, initial }] = useState(() => ({ link: current, initial: linkFormValues(current) }));
  const back = useBack('/main/links');
  const context = useLinkFormContext();
  const update = useCallMutation(updateLink, { invalidates: [readLinks, readLink] });
  return (
    <DataForm
      form={updateLinkForm}
      context={context}
      initial={initial}
      record={link.id}
      onSubmit={async (input) => {
        const { subscription = '' } = input;
        await update.mutateAsync({ image_url: '', in_app: false, ...input, subscription, id: link.id });
        toast('link_form.saved');
        back();
      }}
    />
  );
}

function DeleteButton({ link: { id, title } }: { link: Link }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const [open, setOpen] = useState(false);
  const remove = useCallMutation(deleteLink, {
    invalidates: [readLinks],
    onError: toast.error,
    onSuccess() {
      toast('link_form.deleted');
      go('/main/links', { replace: true });
    },
  });
  return (
    <>
      <Button icon={Trash2} variant="danger-outline" onPress={() => setOpen(true)}>
        {t('link_form.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('link_form.delete_title', { title })}
        text={t('link_form.delete_text')}
        confirmLabel={t('link_form.delete')}
        cancelLabel={t('link_form.cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
