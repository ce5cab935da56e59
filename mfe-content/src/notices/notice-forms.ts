import { uploadFile } from '@paddock/contract/calls/files';
import { audienceRoles, maxSponsorFiles, sponsorForm } from '@paddock/contract/calls/notice-writing';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { searchPeople } from '@paddock/contract/calls/people';
import { serverNow } from '@paddock/mfe-kit/clock';
import { defineForm, type FailedRead } from '@paddock/mfe-kit/form';
import { z } from 'zod';
import type { Board } from './addresses';

/** What the screen knows before the form opens. */
export interface FormContext {
  board: Board;
  /** The groups to choose from, with those of the changed notice; undefined while they load, the failed query after an error. */
  groups: readonly { id: string; title: string; color?: string; icon?: string }[] | FailedRead | undefined;
  /** The changed notice. */
  sponsor?: Sponsor;
  /** The member is the owner and no admin. */
  isOwner: boolean;
}

const texts = z.array(z.string()).optional();

/** The contract's form, as its controls fill it: tags in one line, the audience beside the date. */
const noticeFormSchema = sponsorForm.omit({ acknowledge: true, group: true, owner: true, tags: true }).extend({
  tags: z.string().max(1000, 'LENGTH_PATTERN').optional(),
  group: z.string().optional(),
  owner: z.union([z.string(), z.array(z.never())]).optional(),
  asks: z.boolean().optional(),
  /** '' removes it. */
  until: z.string().optional(),
  audience_groups: texts,
  audience_roles: texts,
  again: z.boolean().optional(),
});
export type NoticeInput = z.input<typeof noticeFormSchema>;

/** @param kept the date of the changed notice, which may be past */
const checked = (kept?: string) => {
  const isOpen = (until: string) => until === '' || until === kept || Date.parse(until) > serverNow();
  return noticeFormSchema
    .extend({ until: z.string().refine(isOpen, 'INVALID_END_DATE').optional() })
    .refine(({ image_urls = [], files = [] }) => image_urls.length + files.length <= maxSponsorFiles, {
      path: ['files'],
      error: 'TOO_MANY_FILES',
    });
};

type Fields = Parameters<typeof defineForm<typeof noticeFormSchema, FormContext>>[0]['fields'];
type Part = ReturnType<Fields>[number];
const customFields = ['custom_field_0', 'custom_field_1', 'custom_field_2'] as const;

const fields: Fields = (t, { flags }, { board: { labels }, groups, sponsor, isOwner }) => {
  const asked = sponsor?.acknowledgement;
  const custom = customFields.flatMap((name, n): Part[] => {
    const code = `INVALID_CUSTOM_FIELD_${n}`;
    const text = labels[`sponsor_invalid_custom_field_${n}`];
    const label = labels[name];
    return label ? [{ type: 'textarea', name, label, max: 1000, ...(text && { codes: { [code]: text } }) }] : [];
  });
  const types = flags.signup_fields.find(({ name }) => name === 'user_type')?.options ?? [];
  const roles = [
    ...audienceRoles.map((id) => ({ id, label: t(`form.roles.${id}`) })),
    ...[...new Set([...types, ...(asked?.roles ?? [])])]
      .filter((id) => !audienceRoles.some((role) => role === id))
      .map((id) => ({ id, label: id })),
  ];
  const isRead = groups !== undefined && !('error' in groups);
  const hasGroups = !isRead || groups.length > 0;
  const isAsking = ({ asks: on }: Readonly<Record<string, unknown>>) => on === true;
  const byAdmin: Part[] = [
    {
      type: 'select-group',
      name: 'group',
      label: t('form.group'),
      groups: isRead ? [{ id: '', title: t('form.everybody') }, ...groups] : groups,
      placeholder: t('form.everybody'),
      when: () => hasGroups,
    },
    {
      ...{ type: 'username-autocompletion', name: 'owner', label: t('form.owner'), help: t('form.owner_help') },
      ...{ search: searchPeople, single: true },
    },
    { type: 'checkbox', name: 'asks', label: t('form.asks'), help: t('form.asks_help') },
    {
      ...{ type: 'date-time-picker', name: 'until', label: t('form.until'), when: isAsking },
      codes: { INVALID_END_DATE: t('form.until_past') },
    },
    {
      ...{ type: 'choices', name: 'audience_groups', label: t('form.audience_groups'), help: t('form.audience_help') },
      options: isRead ? groups.map(({ id, title }) => ({ id, label: title })) : groups,
      when: (given) => isAsking(given) && hasGroups,
    },
    { type: 'choices', name: 'audience_roles', label: t('form.audience_roles'), options: roles, when: isAsking },
    {
      ...{ type: 'checkbox', name: 'again', label: t('form.again'), help: t('form.again_help') },
      when: (given) => asked !== undefined && isAsking(given),
    },
    { type: 'checkbox', name: 'hidden', label: t('form.hidden'), help: t('form.hidden_help') },
  ];
  return [
    { type: 'input', name: 'title', label: t('form.title'), max: 140 },
    { type: 'textarea', name: 'desc', label: t('form.desc'), max: 1000 },
    {
      ...{ type: 'upload-secure-file', name: 'image_urls', label: t('form.pictures'), upload: uploadFile },
      ...{ images: true, address: true, max: maxSponsorFiles },
    },
    {
      ...{ type: 'upload-secure-file', name: 'files', label: t('form.files'), upload: uploadFile },
      ...{ address: true, max: maxSponsorFiles },
    },
    ...custom,
    { type: 'header', label: t('form.contact') },
    ...(['url', 'url2'] as const).map((name): Part => ({
      ...{ type: 'input', name, label: t(`form.${name}`), max: 140, inputType: 'url', autoCapitalize: 'none' },
      codes: { INVALID_PATTERN: t('form.not_an_address') },
    })),
    { type: 'input', name: 'email', label: t('form.email'), max: 140, inputType: 'email', autoCapitalize: 'none' },
    { type: 'input', name: 'phone', label: t('form.phone'), max: 140, inputType: 'tel' },
    { type: 'input', name: 'twitter_handle', label: t('form.twitter_handle'), max: 140, autoCapitalize: 'none' },
    { type: 'input', name: 'location', label: t('form.location'), max: 140 },
    { type: 'input', name: 'tags', label: t('form.tags'), help: t('form.tags_help') },
    { type: 'color', name: 'color', label: t('form.color') },
    {
      ...{ type: 'input', name: 'sort_by', label: t('form.sort_by'), help: t('form.sort_by_help'), max: 140 },
      when: () => flags.sponsors_tab.sort_by === 'sort_by',
    },
    ...(isOwner ? [] : byAdmin),
  ];
};

export const createNoticeForm = defineForm<typeof noticeFormSchema, FormContext>({
  id: 'create-notice',
  schema: () => checked(),
  fields,
  submit: (t) => t('form.create'),
});

export const updateNoticeForm = ({ acknowledgement }: Sponsor) =>
  defineForm<typeof noticeFormSchema, FormContext>({
    id: 'update-notice',
    schema: () => checked(acknowledgement?.until),
    fields,
    submit: (t) => t('form.save'),
  });
