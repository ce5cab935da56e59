/** @jest-environment node */
import { buttonIcons, categoryIcons } from '@paddock/contract/core/icon-names';
import { configuredIcon } from '@paddock/ui/configured-icon';
import { groupIconNames } from '@paddock/ui/group-icon';
import { categoryIcon } from './category-icon';

describe('the published icon names', () => {
  it('of buttons all have an icon', () => {
    const general = configuredIcon('no-such-icon', undefined);
    expect(buttonIcons.filter((name) => configuredIcon(name, undefined) === general)).toEqual([]);
  });

  it('of buttons include those of groups', () =>
    expect(buttonIcons).toEqual(expect.arrayContaining([...groupIconNames])));

  it('of categories all have an icon', () => {
    const general = categoryIcon('no-such-icon');
    expect(categoryIcons.filter((name) => categoryIcon(name) === general)).toEqual(['tag']);
  });
});
