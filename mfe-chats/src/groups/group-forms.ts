import { maxAddedMembers, maxGroupDescription, groupForm, maxGroupTitle } from '@paddock/contract/calls/groups';
import { searchPeople } from '@paddock/contract/calls/people';
import { uploadFile } from '@paddock/contract/calls/files';
import { defineForm } from '@paddock/mfe-kit/form';
import type { Text } from '@paddock/mfe-kit/kit-context';
import type { Session } from '@paddock/mfe-kit/session';
import { z } from 'zod';

export interface TitleContext {
  /** Returns GROUP_NAME_NOT_AVAILABLE for a taken title. */
  check: (title: string) => Promise<string | undefined>;
  /** The group's own title, which needs no check. */
  own?: string | undefined;
}

const titleFields = (t: Text, { flags }: Session, { check, own }: TitleContext) =>
  [
    {
      type: 'input',
      name: 'title',
      label: t('group.fields.title'),
      max: maxGroupTitle,
      codes: { GROUP_NAME_NOT_AVAILABLE: t('group.codes.GROUP_NAME_NOT_AVAILABLE') },
      check: { code: check, skip: own, pending: t('group.codes.VALIDATING_GROUP_NAME') },
    },
    {
      type: 'textarea',
      name: 'description',
      label: t('group.fields.description'),
      max: maxGroupDescription,
    },
    {
      type: 'checkbox',
      name: 'invisible',
      label: t('group.fields.invisible'),
      help: t('group.fields.invisible_help'),
      when: () => !flags.group_visibility_fixed,
    },
    {
      type: 'checkbox',
      name: 'autojoin',
      label: t('group.fields.autojoin'),
      help: t('group.fields.autojoin_help'),
      // Only visible groups are joined at once (A §5).
      when: ({ invisible }: Readonly<Record<string, unknown>>) => !flags.group_autojoin_fixed && invisible !== true,
    },
    {
      type: 'checkbox',
      name: 'joiners_read_only',
      label: t('group.fields.joiners_read_only'),
      help: t('group.fields.joiners_read_only_help'),
      when: () => flags.per_user_read_only,
    },
  ] as const;

const colorFields = (t: Text) => [{ type: 'color', name: 'color', label: t('group.fields.color') }] as const;

export interface IconContext {
  color: string | undefined;
}
const iconFields = (t: Text, _: Session, { color }: IconContext) =>
  [
    {
      type: 'icon',
      name: 'icon',
      label: t('group.fields.icon'),
      nameOf: (icon: string) => t(`group.icons.${icon}`),
      tone: color,
    },
    {
      type: 'upload-secure-file',
      name: 'image_url',
      label: t('group.fields.picture'),
      help: t('group.fields.picture_help'),
      upload: uploadFile,
      images: true,
      address: true,
    },
  ] as const;

const titleSchema = () =>
  groupForm.pick({ title: true, description: true, invisible: true, autojoin: true, joiners_read_only: true });
const colorSchema = () => groupForm.pick({ color: true });
const iconSchema = () => groupForm.pick({ icon: true, image_url: true });
const users = z.array(z.string()).max(maxAddedMembers, 'LENGTH_PATTERN');

/** The steps of the creation. */
export const newTitle = defineForm({
  id: 'new-group-title',
  schema: titleSchema,
  fields: titleFields,
  submit: (t) => t('group.create.next'),
});
export const newColor = defineForm({
  id: 'new-group-color',
  schema: colorSchema,
  fields: colorFields,
  submit: (t) => t('group.create.next'),
});
export const newIcon = defineForm({
  id: 'new-group-icon',
  // A picture that the member removes leaves an empty list.
  schema: () => iconSchema().extend({ image_url: z.union([z.string(), z.array(z.never())]).optional() }),
  fields: iconFields,
  submit: (t) => t('group.create.next'),
});
export const newMembers = defineForm({
  id: 'new-group-members',
  schema: () => z.strictObject({ users: users.optional() }),
  fields: (t) => [
    {
      type: 'username-autocompletion',
      name: 'users',
      label: t('group.fields.members'),
      help: t('group.fields.members_help'),
      search: searchPeople,
    },
  ],
  submit: (t) => t('group.create.create'),
});

/** The edit variants. */
export const editTitle = defineForm({
  id: 'group-title',
  schema: titleSchema,
  fields: titleFields,
  submit: (t) => t('group.save'),
  startsDisabled: true,
});
export const editColor = defineForm({
  id: 'group-color',
  schema: colorSchema,
  fields: colorFields,
  submit: (t) => t('group.save'),
  startsDisabled: true,
});
export const editIcon = defineForm({
  id: 'group-icon',
  schema: iconSchema,
  fields: iconFields,
  submit: (t) => t('group.save'),
  startsDisabled: true,
});
export const addMembers = defineForm({
  id: 'group-members',
  schema: () => z.strictObject({ uid: users.min(1, 'REQUIRED') }),
  fields: (t, _, { id }: { id: string }) => [
    {
      type: 'username-autocompletion',
      name: 'uid',
      label: t('group.fields.members'),
      search: searchPeople,
      excludeGroup: id,
    },
  ],
  submit: (t) => t('group.add_members'),
});
