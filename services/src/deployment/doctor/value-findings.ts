import { buttonIcons, categoryIcons, profileFieldIcons } from '@paddock/contract/core/icon-names';
import { standardProfileFields } from '@paddock/contract/core/profile-fields';
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

/** Fields of the profile that have no value, because nothing fills them in. */
export function profileFieldFindings({ config: { flags } }: Examined): Finding[] {
  const known = [...standardProfileFields, ...flags.signup_fields.map(({ name }) => name)];
  return flags.profile_fields.flatMap(({ name }, index): Finding[] => {
    if (known.includes(name) || /^custom_field_\d+$/.test(name)) return [];
    const near = nearest(name, known);
    return [
      {
        path: ['flags', 'profile_fields', index, 'name'],
        problem: `there is no profile field '${name}'`,
        consequence: 'No profile shows it, because no member has a value in it.',
        remedy:
          near === undefined
            ? 'Name a standard field, custom_field_0 and so on, or a field of signup_fields.'
            : `Did you mean '${near}'?`,
      },
    ];
  });
}

/** Pictures that are not in the assets folder. */
export function assetFindings({ config, hasAsset }: Examined): Finding[] {
  const pictures: [path: (string | number)[], file: string | undefined, consequence: string][] = [
    [['look', 'splash_image'], config.look.splash_image, 'Splash and landing page show no picture.'],
    [['flags', 'home_tab', 'default_image'], config.flags.home_tab.default_image, 'The home page shows no picture.'],
    ...config.workplaces.map(({ image_url, title }, index): (typeof pictures)[number] => [
      ['workplaces', index, 'image_url'],
      image_url,
      `The workplace '${title}' has no picture.`,
    ]),
  ];
  return pictures.flatMap(([path, file, consequence]): Finding[] =>
    file === undefined || hasAsset(file)
      ? []
      : [
          {
            path,
            problem: `deployments/assets has no file '${file}'`,
            consequence,
            remedy: 'Add the file, or name one that is there.',
          },
        ],
  );
}
