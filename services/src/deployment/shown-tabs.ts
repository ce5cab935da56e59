import type { Deployment } from '@paddock/contract/core/deployment';
import type { TabId } from '@paddock/contract/core/tabs';

/** Flags that turn a tab off although the deployment lists it. */
const offSwitches: Partial<Record<TabId, (config: Deployment) => string | undefined>> = {
  people: ({ flags }) => (flags.hide_people_tab ? 'flags.hide_people_tab' : undefined),
};

/** The flag that turns a tab off, if one does: `flags.hide_people_tab`. */
export const turnedOffBy = (config: Deployment, tab: TabId): string | undefined => offSwitches[tab]?.(config);
