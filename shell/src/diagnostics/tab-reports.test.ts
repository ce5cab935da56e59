/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { ModuleError } from '../modules/module-error';
import type { ModuleState } from '../modules/module-states';
import { tabReports } from './tab-reports';

const boot = {
  community: { id: 'motorsport' },
  tabs: [
    { id: 'chats', module: 'mfe-chats' },
    { id: 'events', module: 'mfe-events' },
  ],
  modules: [
    { id: 'mfe-chats', version: '1.2.0' },
    { id: 'mfe-events', version: '2.0.0' },
  ],
  absent: [
    { tab: 'people', reason: 'turned_off', detail: 'hide_people_tab' },
    { tab: 'dues', reason: 'not_permitted', detail: 'dues_tab.limited_access' },
  ],
} as unknown as Boot;
const state = (change: Partial<ModuleState>): ModuleState => ({
  phase: 'ready',
  version: '1.2.0',
  failures: 0,
  failedAt: 0,
  generation: 0,
  ...change,
});
const reportOf = (tab: string, states: Record<string, ModuleState> = {}) =>
  tabReports(boot, states).find(({ id }) => id === tab);

describe(tabReports, () => {
  it("reports a module's load time in seconds", () =>
    expect(reportOf('chats', { 'mfe-chats': state({ milliseconds: 412 }) })).toMatchObject({
      kind: 'shown',
      reason: { key: 'diagnostics.loaded', values: { seconds: '0.4' } },
      facts: 'mfe-chats 1.2.0',
    }));

  it('reports code and version of a failed module', () => {
    const error = new ModuleError('MODULE_TIMEOUT', 'mfe-chats', '1.2.0');
    expect(reportOf('chats', { 'mfe-chats': state({ phase: 'failed', error }) })).toMatchObject({
      kind: 'failed',
      reason: { key: 'module.text.MODULE_TIMEOUT' },
      facts: expect.stringContaining('MODULE_TIMEOUT · mfe-chats 1.2.0'),
    });
  });

  it('names the failed version that an earlier one replaces', () =>
    expect(reportOf('chats', { 'mfe-chats': state({ version: '1.1.0', fellBackFrom: '1.2.0' }) })).toMatchObject({
      reason: { key: 'diagnostics.fell_back', values: { from: '1.2.0' } },
    }));

  it.each([
    ['update_ready', {}],
    ['recalled', { isRecalled: true }],
  ])('names the version on the page and the one of the deployment: %s', (key, change) =>
    expect(reportOf('chats', { 'mfe-chats': state({ version: '1.1.0', offered: '1.2.0', ...change }) })).toMatchObject({
      kind: 'shown',
      reason: { key: `diagnostics.${key}`, values: { from: '1.1.0', to: '1.2.0' } },
      facts: 'mfe-chats 1.1.0 → 1.2.0',
    }),
  );

  it.each([
    ['people', 'off', 'diagnostics.turned_off', 'hide_people_tab'],
    ['dues', 'not_permitted', 'diagnostics.not_permitted_by', 'dues_tab.limited_access'],
    ['rooms', 'off', 'diagnostics.not_in_deployment', 'deployment: motorsport'],
  ])('explains why %s is absent', (tab, kind, key, facts) =>
    expect(reportOf(tab)).toMatchObject({ kind, reason: { key }, facts }),
  );

  it('lists every tab once: faults, shown tabs in the deployment’s order, then absent tabs', () => {
    const tabs = [{ id: 'rooms', module: 'mfe-chats' }, ...boot.tabs] as Boot['tabs'];
    const error = new ModuleError('MODULE_MOUNT', 'mfe-events', '2.0.0');
    const reports = tabReports({ ...boot, tabs }, { 'mfe-events': state({ phase: 'failed', error }) });
    expect(reports.map(({ id }) => id).slice(0, 5)).toEqual(['events', 'rooms', 'chats', 'dues', 'shouts']);
    expect(new Set(reports.map(({ id }) => id)).size).toBe(13);
  });

  it('names the release that waits for services with its calls, while an earlier one is shown', () => {
    const held = { version: '1.3.0', calls: ['GET /laps', 'POST /laps'] };
    const [chats, events] = boot.modules as [Boot['modules'][number], Boot['modules'][number]];
    const modules = [{ ...chats, held }, events];
    const windows: Record<string, ModuleState>[] = [{}, { 'mfe-chats': state({}) }];
    for (const states of windows)
      expect(tabReports({ ...boot, modules }, states).find(({ id }) => id === 'chats')).toMatchObject({
        kind: 'shown',
        reason: { key: 'diagnostics.held', values: { version: '1.3.0' } },
        facts: 'mfe-chats 1.2.0 · 1.3.0: GET /laps, POST /laps',
      });
  });

  it('lists a module without tabs', () => {
    const entry = { id: 'mfe-account', version: '3.0.0' } as Boot['modules'][number];
    const reports = tabReports({ ...boot, modules: [...boot.modules, entry] }, {});
    expect(reports.find(({ id }) => id === 'mfe-account')).toMatchObject({ kind: 'shown', facts: 'mfe-account 3.0.0' });
  });
});
