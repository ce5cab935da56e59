import type { Boot } from '@paddock/contract/calls/boot';
import { specifiedTabs, type TabId } from '@paddock/contract/core/tabs';
import type { ModuleState } from '../modules/module-states';

type States = Readonly<Record<string, ModuleState>>;

/** Why a tab is shown or absent, and its module's state in this page. */
export interface TabReport {
  /** The tab's id; the module's for one without tabs (entry, settings). */
  id: TabId;
  /** The tab's module, if deployed. */
  module?: string;
  kind: 'failed' | 'not_permitted' | 'off' | 'shown';
  /** Key of the sentence below `diagnostics`, or of a module error below `module.text`. */
  reason: { key: `diagnostics.${Verdict}` | `module.text.${string}`; values?: Record<string, string> };
  /** Code, flag or deployment, and the version, for the reader of the report. */
  facts: string;
}

type Verdict =
  | 'not_in_deployment'
  | 'turned_off'
  | 'not_permitted_by'
  | 'no_module'
  | 'fell_back'
  | 'update_ready'
  | 'recalled'
  | 'held'
  | 'loaded'
  | 'loading'
  | 'not_loaded';

const order: readonly TabReport['kind'][] = ['failed', 'shown', 'not_permitted', 'off'];

/** Every possible tab and every module without one: faults first, then shown tabs in the deployment's order, then absent ones. */
export function tabReports(boot: Boot, states: States): TabReport[] {
  const shown = [...new Set(boot.tabs.map(({ id }) => id))];
  const tabs = [...shown, ...specifiedTabs.filter((tab) => tab !== 'hamburger' && !shown.includes(tab))].map((tab) =>
    tabReport(tab, boot, states),
  );
  const tabless = boot.modules
    .filter(({ id }) => !boot.tabs.some(({ module }) => module === id))
    .map(({ id }) => ({ id, ...moduleReport(id, boot, states) }));
  return [...tabs, ...tabless].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function tabReport(id: TabId, boot: Boot, states: States): TabReport {
  const deployed = boot.tabs.find((tab) => tab.id === id);
  if (deployed) return { id, ...moduleReport(deployed.module, boot, states) };
  const { reason, detail } = boot.absent.find(({ tab }) => tab === id) ?? {
    reason: 'not_in_deployment',
    detail: `deployment: ${boot.community.id}`,
  };
  const denied = reason === 'not_permitted';
  return {
    id,
    kind: denied ? 'not_permitted' : 'off',
    reason: { key: `diagnostics.${denied ? 'not_permitted_by' : reason}`, values: { detail } },
    facts: detail,
  };
}

function moduleReport(module: string, boot: Boot, states: States): Omit<TabReport, 'id'> {
  const release = boot.modules.find(({ id }) => id === module);
  if (!release) return { kind: 'failed', reason: { key: 'diagnostics.no_module' }, facts: module };
  const {
    phase = 'idle',
    version = '',
    error,
    fellBackFrom,
    offered,
    isRecalled,
    milliseconds = 0,
  } = states[module] ?? {};
  const name = `${module} ${version || release.version}`;
  const shown = (key: Verdict, values?: Record<string, string>, facts = name): Omit<TabReport, 'id'> => ({
    module,
    kind: 'shown',
    reason: { key: `diagnostics.${key}`, ...(values && { values }) },
    facts,
  });
  const held = release.held;
  const waiting =
    held && shown('held', { version: held.version }, `${name} · ${held.version}: ${held.calls.join(', ')}`);
  switch (phase) {
    case 'failed':
      return {
        module,
        kind: 'failed',
        reason: { key: `module.text.${error?.code}` },
        facts: `${error?.code} · ${name} · ${error?.message}`,
      };
    case 'ready':
      if (offered !== undefined)
        return shown(isRecalled ? 'recalled' : 'update_ready', { from: version, to: offered }, `${name} → ${offered}`);
      return fellBackFrom
        ? shown('fell_back', { from: fellBackFrom }, `${error?.code} · ${name}`)
        : (waiting ?? shown('loaded', { seconds: (milliseconds / 1000).toFixed(1) }));
    case 'loading':
      return shown('loading');
    case 'idle':
      return waiting ?? shown('not_loaded');
  }
}
