import type { BootModule } from '@paddock/contract/calls/boot';
import { endOverrides } from '@paddock/contract/calls/operations';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { FlaskConical } from 'lucide-react';

export interface OverrideBarProps {
  modules: readonly BootModule[];
  /** Shows the released version, by default with a reload: no code of the other one is left in the window. */
  onEnded?: () => void;
}

/** Over every page of a session that shows other releases than the deployed ones: which ones, and how to end it. */
export function OverrideBar({ modules, onEnded = () => window.location.reload() }: OverrideBarProps) {
  const t = useText();
  const toast = useToast();
  const end = useCallMutation(endOverrides, { onSuccess: onEnded, onError: toast.error });
  return modules.flatMap(({ id, version, override_of, manifest }) =>
    override_of === undefined ? (
      []
    ) : (
      <Banner
        key={id}
        kind="warn"
        icon={FlaskConical}
        flat
        action={
          <Button variant="outline" size="s" onPress={() => end.mutate({ module: id })} pending={end.isPending}>
            {t('override.end')}
          </Button>
        }
      >
        {t('override.shown', { name: manifest.title, version, released: override_of })}
      </Banner>
    ),
  );
}
