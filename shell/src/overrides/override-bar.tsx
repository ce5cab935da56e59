import type { BootModule } from '@paddock/contract/calls/boot';
import type { ShownPreview } from '@paddock/contract/core/preview';
import { endOverrides } from '@paddock/contract/calls/operations';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { FlaskConical } from 'lucide-react';
import { PreviewBar } from './preview-bar';

export interface OverrideBarProps {
  modules: readonly BootModule[];
  preview?: ShownPreview | undefined;
  /** The preview of the boot reply with which the window began. */
  atStart?: ShownPreview | undefined;
  /** Shows the released version, by default with a reload: no code of the other one is left in the window. */
  onEnded?: () => void;
}

const reload = () => window.location.reload();

/** Shown on every page while the session has overrides or previews: names them and ends them. */
export function OverrideBar({ modules, preview, atStart, onEnded = reload }: OverrideBarProps) {
  return (
    <>
      {preview && <PreviewBar preview={preview} atStart={atStart} restart={onEnded} />}
      {modules.flatMap((module) =>
        module.override_of === undefined ? [] : <Override key={module.id} module={module} onEnded={onEnded} />,
      )}
    </>
  );
}

function Override({ module, onEnded }: { module: BootModule; onEnded: () => void }) {
  const { id, version, override_of = '', manifest } = module;
  const t = useText();
  const toast = useToast();
  const end = useCallMutation(endOverrides, { onSuccess: onEnded, onError: toast.error });
  const name = manifest.title;
  return (
    <Banner
      kind="warn"
      icon={FlaskConical}
      flat
      action={
        <Button
          variant="outline"
          aria-label={t('override.end_of', { name })}
          onPress={() => end.mutate({ module: id })}
          pending={end.isPending}
        >
          {t('override.end')}
        </Button>
      }
    >
      {t('override.shown', { name, version, released: override_of })}
    </Banner>
  );
}
