/** @jest-environment node */
import { groupIcons } from '@paddock/contract/calls/groups';
import { buttonIcons, categoryIcons } from '@paddock/contract/core/icon-names';
import { configuredIcon } from '@paddock/ui/configured-icon';
import { groupIconDrawings } from '@paddock/ui/group-icon-drawings';
import { categoryIcon } from './category-icon';

describe('the published icon names', () => {
  it('of buttons all have an icon', () => {
    const general = configuredIcon('no-such-icon', undefined);
    expect(buttonIcons.filter((name) => configuredIcon(name, undefined) === general)).toEqual([]);
  });

  it('of groups are those that have a drawing, and buttons include them', () => {
    expect(Object.keys(groupIconDrawings).toSorted()).toEqual([...groupIcons].toSorted());
    expect(buttonIcons).toEqual(expect.arrayContaining([...groupIcons]));
  });

  it('of categories all have an icon', () => {
    const general = categoryIcon('no-such-icon');
    expect(categoryIcons.filter((name) => categoryIcon(name) === general)).toEqual(['tag']);
  });
});
