import type { Deployment } from '@paddock/contract/core/deployment';
import { buttonIcons, categoryIcons, profileFieldIcons } from '@paddock/contract/core/icon-names';
import { joinChoices, optionsOf, profileDefinitions, splitChoices } from '@paddock/contract/core/profile-fields';
import { nearest } from '../deployment-problem.js';
import type { DoctorInput, Finding } from './finding.js';

/** Icons that no component draws. */
export function iconFindings({ config: { flags } }: DoctorInput): Finding[] {
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

/** Values of `rooms_tab.limited_access` that no member can have. Several choices of a field are stored in one text. */
export function accessFindings({ config, configs }: DoctorInput): Finding[] {
  return Object.entries(config.flags.rooms_tab.limited_access ?? {}).flatMap(([key, allowed]) => {
    const known = [...configs.values()].flatMap((one) => valuesOf(one, key) ?? []);
    if (known.length === 0) return [];
    const isSeveral = [...configs.values()].some(({ flags }) =>
      profileDefinitions(flags).some(({ name, multiple }) => name === key && multiple),
    );
    return [allowed].flat().flatMap((value): Finding[] => {
      const choices = splitChoices(value);
      const isJoined = isSeveral && joinChoices(choices) === value && choices.every((one) => known.includes(one));
      if (known.includes(value) || isJoined) return [];
      const near = nearest(value, known);
      return [
        {
          path: ['flags', 'rooms_tab', 'limited_access', key],
          problem: `'${value}' is not a choice of '${key}'`,
          consequence: 'It shows the rooms to no member.',
          remedy: near === undefined ? 'Name one of its choices, or remove the value.' : `Did you mean '${near}'?`,
        },
      ];
    });
  });
}

/** The values that members can have in a field; undefined where they are free. */
function valuesOf({ flags, workplaces }: Deployment, key: string): readonly string[] | undefined {
  const field = profileDefinitions(flags).find(({ name }) => name === key);
  if (field?.type === 'dropdown' && !field.last_option_is_text) return optionsOf(field);
  return !field && key === 'workplaces' ? workplaces.map(({ id }) => id) : undefined;
}
