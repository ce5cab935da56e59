import { buttonIcons, categoryIcons, profileFieldIcons } from '@paddock/contract/core/icon-names';
import { nearest } from '../deployment-problem.js';
import type { Examined, Finding } from './finding.js';

/** Icons that no component draws. */
export function iconFindings({ config: { flags } }: Examined): Finding[] {
  const find = (
    at: readonly (string | number)[],
    icon: string | undefined,
    known: readonly string[],
    shown: string,
  ): Finding[] => {
    if (icon === undefined || known.includes(icon)) return [];
    const near = nearest(icon, known);
    return [
      {
        path: [...at, 'icon'],
        problem: `there is no icon '${icon}'`,
        consequence: `Members see the icon of ${shown} instead.`,
        remedy: near === undefined ? 'Choose a name from docs/flags.md.' : `Did you mean '${near}'?`,
      },
    ];
  };
  return [
    ...flags.home_tab.buttons.flatMap(({ icon }, index) =>
      find(['flags', 'home_tab', 'buttons', index], icon, buttonIcons, 'the page'),
    ),
    ...flags.classifieds_tab.categories.flatMap(({ icon }, index) =>
      find(['flags', 'classifieds_tab', 'categories', index], icon, categoryIcons, 'the tab'),
    ),
    ...flags.profile_fields.flatMap(({ icon }, index) =>
      find(['flags', 'profile_fields', index], icon, profileFieldIcons, "the field's type"),
    ),
  ];
}
