import { readDisplayAddress, revokeDisplayAddress, type Room } from '@paddock/contract/calls/rooms';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { TextInput } from '@paddock/ui/field';
import { ConfirmDialog, Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import { useState } from 'react';

/** The signed address of a room's wall display: copy it, or replace it by another one. */
export function DisplaySheet({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const answer = useCallQuery(readDisplayAddress, { id: room.id });
  const [isAsking, setAsking] = useState(false);
  const revoke = useCallMutation(revokeDisplayAddress, {
    invalidates: [readDisplayAddress],
    onError: toast.error,
    onSuccess() {
      setAsking(false);
      toast('display.revoked');
    },
  });
  const page = location.href.replace(/#.*$/, '');
  const url = answer.data && `${page}#${answer.data.address.replace(/^#/, '')}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url!);
      toast('display.copied');
    } catch {
      toast('display.not_copied', { kind: 'bad' });
    }
  };
  return (
    <>
      <Sheet open={!isAsking} onClose={onClose} title={t('display.title')} closeLabel={t('room.close')}>
        <div className="stack gap-4">
          <p className="text-secondary">{t('display.text')}</p>
          {url !== undefined ? (
            <>
              <TextInput
                label={t('display.address')}
                readOnly
                value={url}
                dir="ltr"
                onFocus={(event) => event.currentTarget.select()}
              />
              <div className="stack gap-2">
                <Button variant="primary" onPress={() => void copy()}>
                  {t('display.copy')}
                </Button>
                <Button variant="danger-outline" onPress={() => setAsking(true)}>
                  {t('display.revoke')}
                </Button>
              </div>
            </>
          ) : answer.isError ? (
            <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
          ) : (
            <Skeleton shape="row" count={2} label={t('loading')} />
          )}
        </div>
      </Sheet>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('display.revoke_title')}
        text={t('display.revoke_text')}
        confirmLabel={t('display.revoke')}
        cancelLabel={t('room.cancel')}
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: room.id })}
      />
    </>
  );
}
