import type { Boot } from '@paddock/contract/boot';
import { tabIds, type TabId } from '@paddock/contract/deployment';
import type { ModuleState } from '../modules/modules';

/** What decides whether a tab is there, and how its module fares in this page. */
export interface TabReport {
  tab: TabId;
  kind: 'failed' | 'not_permitted' | 'off' | 'shown';
  /** Key of the sentence below `diagnostics`, or of a module error below `module.text`. */
  reason: { key: string; values?: Record<string, string> };
  /** Code, flag or deployment, with the version: for the one who gets the report. */
  facts: string;
}

const order: readonly TabReport['kind'][] = ['failed', 'not_permitted', 'off', 'shown'];

/** Every tab a community can have, what is wrong first. */
export function tabReports(boot: Boot, states: Readonly<Record<string, ModuleState>>): TabReport[] {
  return tabIds
    .filter((tab) => tab !== 'hamburger')
    .map((tab) => reportOf(tab, boot, states))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function reportOf(tab: TabId, boot: Boot, states: Readonly<Record<string, ModuleState>>): TabReport {
  const deployed = boot.tabs.find(({ id }) => id === tab);
  if (!deployed) {
    const absent = boot.absent.find((entry) => entry.tab === tab);
    const reason = absent?.reason ?? 'not_in_deployment';
    return {
      tab,
      kind: reason === 'not_permitted' ? 'not_permitted' : 'off',
      reason: {
        key: `diagnostics.${reason === 'not_permitted' ? 'not_permitted_by' : reason}`,
        values: { detail: absent?.detail ?? '' },
      },
      facts: absent?.detail ?? `deployment: ${boot.community.id}`,
    };
  }
  const module = boot.modules.find(({ id }) => id === deployed.module);
  if (!module) return { tab, kind: 'failed', reason: { key: 'diagnostics.no_module' }, facts: deployed.module };
  const state = states[module.id];
  const name = `${module.id} ${state?.version || module.version}`;
  if (state?.phase === 'failed' && state.error)
    return {
      tab,
      kind: 'failed',
      reason: { key: `module.text.${state.error.code}` },
      facts: `${state.error.code} · ${name} · ${state.error.message}`,
    };
  if (state?.phase === 'ready') {
    const seconds = ((state.milliseconds ?? 0) / 1000).toFixed(1);
    return state.fellBackFrom
      ? {
          tab,
          kind: 'shown',
          reason: { key: 'diagnostics.fell_back', values: { from: state.fellBackFrom } },
          facts: `${state.error?.code} · ${name}`,
        }
      : { tab, kind: 'shown', reason: { key: 'diagnostics.loaded', values: { seconds } }, facts: name };
  }
  return {
    tab,
    kind: 'shown',
    reason: { key: `diagnostics.${state?.phase === 'loading' ? 'loading' : 'not_loaded'}` },
    facts: name,
  };
}
