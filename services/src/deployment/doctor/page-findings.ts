import { noticesNamespaces, tabsOf } from '@paddock/contract/core/deployment';
import { addressesOf, addressNamed, namespaceOf, type PageName } from '@paddock/contract/core/pages';
import { specifiedTabs, type TabId } from '@paddock/contract/core/tabs';
import { nearest } from '../deployment-problem.js';
import { menuTab } from '../module-fit.js';
import { turnedOffBy } from '../shown-tabs.js';
import type { DoctorInput, Finding } from './finding.js';

/** Buttons, menu entries and the start page whose target this deployment does not show. */
export function pageFindings(examined: DoctorInput): Finding[] {
  const { flags } = examined.config;
  const buttons = flags.home_tab.buttons.flatMap((button, index): Finding[] => {
    const fault = button.page === undefined ? undefined : faultOf(examined, button);
    const consequence = `Members do not see the button '${button.title}'.`;
    return fault ? [{ path: ['flags', 'home_tab', 'buttons', index, 'page'], consequence, ...fault }] : [];
  });
  const menu = flags.hamburger_pages.flatMap((entry, index): Finding[] => {
    const page = typeof entry === 'string' ? entry : 'page' in entry ? entry.page : undefined;
    const fault = page === undefined ? undefined : faultOf(examined, { page });
    const name = typeof entry === 'string' ? entry : entry.title;
    const consequence = `Members do not see '${name}' in the menu.`;
    const path = ['flags', 'hamburger_pages', index, ...(typeof entry === 'string' ? [] : ['page'])];
    return fault ? [{ path, consequence, ...fault }] : [];
  });
  const start = flags.default_page === undefined ? undefined : faultOf(examined, { page: flags.default_page });
  const consequence = 'Members start at the first tab.';
  return [...buttons, ...menu, ...(start ? [{ path: ['flags', 'default_page'], consequence, ...start }] : [])];
}

type Fault = Pick<Finding, 'problem' | 'remedy'>;

function faultOf(examined: DoctorInput, name: PageName): Fault | undefined {
  const { config } = examined;
  const { page } = name;
  const namespace = namespaceOf(name);
  if (namespace !== undefined) {
    const namespaces = noticesNamespaces(config);
    if (namespaces.includes(namespace)) return undefined;
    return {
      problem: `no notices tab has the namespace '${namespace}'`,
      remedy: `Name one of the namespaces ${list(namespaces)}, or add a notices tab with this one to tabs.`,
    };
  }
  if (typeof page !== 'string' || page === menuTab) return undefined;
  return isTab(examined, page) ? faultOfTab(examined, page) : faultOfPage(examined, page);
}

function faultOfTab({ config }: DoctorInput, tab: TabId): Fault | undefined {
  // The own profile is a page of mfe-people in every deployment with that module.
  if (tab !== 'profile' && !tabsOf(config).includes(tab))
    return { problem: `the tab '${tab}' is not deployed`, remedy: `Add '${tab}' to tabs, or remove this entry.` };
  const flag = turnedOffBy(config, tab);
  return flag === undefined
    ? undefined
    : { problem: `the tab '${tab}' is off (${flag})`, remedy: `Set ${flag} to false, or remove this entry.` };
}

function faultOfPage({ modules }: DoctorInput, page: string): Fault | undefined {
  const addresses = addressesOf(modules.map(({ module }) => module));
  if (addressNamed(page, addresses) !== undefined) return undefined;
  const pages = addresses.filter((path) => !path.includes(':')).map((path) => path.replace(/^\/(main\/)?/, ''));
  const near = nearest(page, [...pages, ...specifiedTabs]);
  return {
    problem: `no deployed module has a page '${page}'`,
    remedy: near === undefined ? 'Deploy the module of this page, or remove this entry.' : `Did you mean '${near}'?`,
  };
}

const isTab = ({ modules }: DoctorInput, page: string): boolean =>
  (specifiedTabs as readonly string[]).includes(page) ||
  modules.some(({ module }) => module.manifest.tabs.some(({ id }) => id === page));
const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ') || '(none)';
