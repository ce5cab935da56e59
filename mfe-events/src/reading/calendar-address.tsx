import { readCalendarAddress, revokeCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { TextInput } from '@paddock/ui/field';
import { ConfirmDialog, Sheet } from '@paddock/ui/sheet';
import { Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';

/** The member's own address for calendar programs: copy it, or replace it by a new one. */
export function CalendarAddress({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const cache = useCallCache();
  const [isAsking, setAsking] = useState(false);
  const answer = useCallQuery(readCalendarAddress, {});
  const renew = useCallMutation(revokeCalendarAddress, {
    onError: toast.error,
    onSuccess(reply) {
      cache.update(readCalendarAddress, {}, () => reply);
      setAsking(false);
      toast('address.renewed');
    },
  });
  const address = answer.data?.address ?? '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast('address.copied');
    } catch {
      toast('address.not_copied', { kind: 'bad' });
    }
  };
  if (isAsking)
    return (
      <ConfirmDialog
        open
        onClose={() => setAsking(false)}
        title={t('address.renew_title')}
        text={t('address.renew_text')}
        confirmLabel={t('address.renew')}
        cancelLabel={t('cancel')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate({})}
      />
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('address.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button icon={RefreshCw} onPress={() => setAsking(true)} disabled={address === ''}>
            {t('address.renew')}
          </Button>
          <Button variant="primary" icon={Copy} onPress={() => void copy()} disabled={address === ''}>
            {t('address.copy')}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p className="text-secondary">{t('address.text')}</p>
        {answer.isError ? (
          <Banner kind="bad" live="alert">
            {errorText(answer.error)}
          </Banner>
        ) : (
          <TextInput label={t('address.label')} value={address} readOnly dir="ltr" />
        )}
      </div>
    </Sheet>
  );
}
