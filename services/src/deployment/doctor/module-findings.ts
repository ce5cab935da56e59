import { tabsOf } from '@paddock/contract/core/deployment';
import { nameOfPermission, permissions, type PermissionRule } from '@paddock/contract/core/permissions';
import type { TabId } from '@paddock/contract/core/tabs';
import { allCalls } from '../../infrastructure/calls/all-calls.js';
import type { DoctorInput, Finding } from './finding.js';

/** Modules that miss something of the other modules or of the services, and what no deployed module serves. */
export function moduleFindings({ modules }: DoctorInput): Finding[] {
  const manifests = modules.map(({ module }) => module.manifest);
  const offered = new Set(manifests.flatMap(({ slots }) => slots.offers));
  const slots = manifests.flatMap((manifest) =>
    manifest.slots.uses
      .filter((slot) => !offered.has(slot))
      .map((slot): Finding => ({
        path: ['modules', manifest.id],
        problem: `no deployed module offers the slot '${slot}', which ${manifest.id} uses`,
        consequence: `${manifest.title.en} shows nothing in its place.`,
        remedy: `Deploy mfe-${slot.split('.', 1)[0]}, if members need it.`,
      })),
  );
  const known = new Set([...Object.keys(permissions), ...allCalls.map((call) => nameOfPermission(call.permission))]);
  const calls = manifests.flatMap((manifest) =>
    manifest.permissions
      .filter((permission) => !known.has(permission))
      .map((permission): Finding => ({
        path: ['modules', manifest.id],
        problem: `these services do not know the permission '${permission}' of ${manifest.id} ${manifest.version}`,
        consequence: 'Its calls fail.',
        remedy: 'Name a version that was built for these services, or update the services.',
      })),
  );
  const entry = manifests.some(({ routes }) => routes.some(({ path }) => path === '/login'));
  const signIn: Finding = {
    path: ['modules'],
    problem: "no deployed module has the page '/login'",
    consequence: 'Members cannot sign in.',
    remedy: 'Deploy mfe-account.',
  };
  return [...slots, ...calls, ...(entry ? [] : [signIn])];
}

/** Languages of the deployment that a module has no texts in. */
export function languageFindings({ config, modules }: DoctorInput): Finding[] {
  return config.languages.flatMap((language, index): Finding[] => {
    const without = modules.filter(({ module: { manifest } }) => manifest.languages?.includes(language) === false);
    return without.length === 0
      ? []
      : [
          {
            path: ['languages', index],
            problem: `${without.map(({ module }) => module.id).join(', ')} have no texts in '${language}'`,
            consequence: 'Members who choose this language see them in English.',
            remedy: 'Release these modules with the texts, or remove the language.',
          },
        ];
  });
}

/** Groups of flags by the tab that they are for. */
const tabOfGroup: Readonly<Record<string, TabId>> = {
  people_tab: 'people',
  events_tab: 'events',
  sponsors_tab: 'notices',
  classifieds_tab: 'classifieds',
  home_tab: 'home',
  webview_tab: 'webview',
};

/** Flags of the community's own file that have no effect without a tab. */
export function flagFindings({ config, ownFlags }: DoctorInput): Finding[] {
  const deployed = tabsOf(config);
  return Object.entries(ownFlags).flatMap(([flag, value]): Finding[] => {
    const tabs = tabOfGroup[flag] ? [tabOfGroup[flag]] : tabsOfFlag(flag);
    if (value === false || tabs.length === 0 || tabs.some((tab) => deployed.includes(tab))) return [];
    const names = tabs.map((tab) => `'${tab}'`).join(' or ');
    return [
      {
        path: ['flags', flag],
        problem: `the flag needs the tab ${names}, which is not deployed`,
        consequence: 'It has no effect.',
        remedy: `Add the tab ${names}, or remove the flag.`,
      },
    ];
  });
}

/** The tabs of all permissions that a flag switches; none if one of them works without a tab. */
function tabsOfFlag(flag: string): readonly TabId[] {
  const rules = Object.values<PermissionRule>(permissions).filter(({ unless = [], needs = [] }) =>
    [...unless, ...needs].some((name) => name === flag),
  );
  return rules.every(({ tabs }) => tabs) ? [...new Set(rules.flatMap(({ tabs = [] }) => tabs))] : [];
}
