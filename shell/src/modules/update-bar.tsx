import { useText } from '@paddock/mfe-kit/i18n';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { toast } from '@paddock/ui/toast';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Modules } from './modules';

/** Offers a module's new version, which replaces the one on the page without a page load. Drafts stay. */
export function UpdateBar({ modules, module }: { modules: Modules; module: string }) {
  const t = useText();
  const [pending, setPending] = useState(false);
  const update = async () => {
    setPending(true);
    const isUpdated = await modules.update(module);
    setPending(false);
    // The button leaves with the bar.
    if (isUpdated) document.querySelector('main')?.focus();
    else toast({ text: t('module.update_failed'), kind: 'bad' });
  };
  return (
    <Banner
      kind="info"
      icon={RefreshCw}
      flat
      action={
        <Button variant="outline" onPress={() => void update()} pending={pending}>
          {t('module.update')}
        </Button>
      }
    >
      {t('module.update_ready')}
    </Banner>
  );
}
