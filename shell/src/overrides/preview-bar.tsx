import { endPreview } from '@paddock/contract/calls/previews';
import type { ShownPreview } from '@paddock/contract/core/preview';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

export interface PreviewBarProps {
  preview: ShownPreview;
  /** Of the boot reply with which the window began. */
  atStart: ShownPreview | undefined;
  /** Begins the window again: nothing of another deployment or role is left in it. */
  restart: () => void;
}

/** Shown on every page while the session previews: names the role and ends the preview. All windows of the session follow. */
export function PreviewBar({ preview: { role, ends }, atStart, restart }: PreviewBarProps) {
  const t = useText();
  const toast = useToast();
  const { deployment } = useKit();
  const { community } = useStore(deployment);
  const end = useCallMutation(endPreview, { onSuccess: restart, onError: toast.error });
  const follow = useEffectEvent(() => {
    if (atStart?.ends !== ends) restart();
  });
  const over = useEffectEvent(() => {
    if (!deployment.get().preview) restart();
  });
  const expire = useEffectEvent(restart);
  useEffect(() => {
    follow();
    // A moment later than the services end it.
    const timer = setTimeout(() => expire(), Date.parse(ends) - serverNow() + 1000);
    return () => {
      clearTimeout(timer);
      over();
    };
  }, [ends]);
  return (
    <Banner
      kind="warn"
      icon={Eye}
      flat
      action={
        <Button
          variant="outline"
          size="s"
          aria-label={t('override.preview.end_of')}
          onPress={() => end.mutate({})}
          pending={end.isPending}
        >
          {t('override.end')}
        </Button>
      }
    >
      {t(`override.preview.shown_${role}`, { community: community.title })}
    </Banner>
  );
}
