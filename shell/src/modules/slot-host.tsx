import type { Boot } from '@paddock/contract/calls/boot';
import type { Store } from '@paddock/mfe-kit/store';
import { useMemo } from 'react';
import { KitProvider, type SlotService } from '@paddock/mfe-kit/kit-context';
import { ModuleHost } from './module-host';
import type { Modules } from './modules';

/** Renders slots across modules: the shell mounts the providing module's piece inside the requesting module's page. */
export function slotService(deployment: Store<Boot>, modules: Modules): SlotService {
  return {
    offeredBy: (slot) => deployment.get().modules.find(({ manifest }) => manifest.slots.offers.includes(slot))?.id,
    Host: function SlotHost({ module, slot, slotProps }) {
      const view = useMemo(() => ({ kind: 'slot' as const, slot, slotProps }), [slot, slotProps]);
      return (
        <KitProvider kit={modules.kit} module="shell">
          <ModuleHost modules={modules} module={module} view={view} />
        </KitProvider>
      );
    },
  };
}
