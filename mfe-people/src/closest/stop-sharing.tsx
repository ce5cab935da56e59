import { useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useClosest, useSharing } from './use-closest';

/** The button by which a member deletes the own position, shown while there is one. */
export function StopSharing() {
  const t = useText();
  const toast = useToast();
  const { query, isMissing } = useClosest();
  const { stop } = useSharing();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  if (query.data === undefined || isMissing) return null;
  const confirm = async () => {
    setPending(true);
    await stop().then(() => toast('closest.stopped'), toast.error);
    setPending(false);
    setAsking(false);
  };
  return (
    <>
      <IconButton icon={MapPin} label={t('closest.stop')} onPress={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={t('closest.stop_title')}
        text={t('closest.stop_text')}
        confirmLabel={t('closest.stop')}
        cancelLabel={t('closest.cancel')}
        pending={isPending}
      />
    </>
  );
}
