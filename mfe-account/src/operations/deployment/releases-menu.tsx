import { type DeployedModule, setOverride } from '@paddock/contract/calls/operations';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Menu } from '@paddock/ui/menu';
import { FlaskConical } from 'lucide-react';

/** Shows another release of a module to this session alone; the deployed one ends that. */
export function ReleasesMenu({ module: { id, title, version, override, releases } }: { module: DeployedModule }) {
  const t = useText();
  const toast = useToast();
  const set = useCallMutation(setOverride, {
    // The window starts with the other release's code alone.
    onSuccess: () => window.location.reload(),
    onError: toast.error,
  });
  if (releases.length < 2) return null;
  return (
    <Menu
      label={t('deployment.other_release', { name: title })}
      icon={FlaskConical}
      dense
      items={releases.map((release) => ({
        id: release.version,
        label: release.recalled
          ? t('deployment.recalled', { version: release.version })
          : [release.version, ...release.channels].join(' · '),
        checked: release.version === (override ?? version),
        disabled: release.recalled || set.isPending,
        onPress: () => set.mutate({ module: id, version: release.version }),
      }))}
    />
  );
}
