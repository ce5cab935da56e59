/** @jest-environment node */
import { profileFieldIcons } from '@paddock/contract/core/icon-names';
import { fieldIcon } from './field-icon';

const iconOf = (icon: string) =>
  fieldIcon({ name: 'custom_field_0', type: 'text', icon } as Parameters<typeof fieldIcon>[0]);

describe(fieldIcon, () => {
  it('draws every published name', () => {
    const general = iconOf('no-such-icon');
    expect(profileFieldIcons.filter((icon) => iconOf(icon) === general)).toEqual([]);
  });
});
