import { uploadFile } from '@paddock/contract/calls/files';
import { type Link, linkForm } from '@paddock/contract/calls/links';
import type { Item } from '@paddock/contract/calls/items';
import { defineForm, type FailedRead, loadedFile, loadedPicture } from '@paddock/mfe-kit/form';

type Schema = ReturnType<typeof linkForm>;

export interface LinkFormContext {
  /** Undefined while they load, the failed query after an error. */
  plans: readonly Item[] | FailedRead | undefined;
  hasWebview: boolean;
}

/** Icons that the form offers. */
const icons = [
  'link',
  'timer',
  'book-open',
  'cloud-sun-rain',
  'file-text',
  'map',
  'ticket',
  'bus',
  'stethoscope',
  'hotel',
  'phone',
  'gauge',
  'trophy',
  'headset',
  'handshake',
  'lightbulb',
  'mail',
  'image',
] as const;

const isDocument = ({ is_document }: Readonly<Record<string, unknown>>) => is_document === true;

const fields: Parameters<typeof defineForm<Schema, LinkFormContext>>[0]['fields'] = (
  t,
  { flags },
  { plans, hasWebview },
) => {
  const isRead = plans !== undefined && !('error' in plans);
  const needsPlan = flags.in_app_subscriptions;
  const open = needsPlan ? [] : [{ id: '', label: t('link_form.open_to_all') }];
  return [
    { type: 'input', name: 'title', label: t('link_form.title'), max: 140 },
    { type: 'checkbox', name: 'is_document', label: t('link_form.is_document') },
    {
      ...{ type: 'input', name: 'url', label: t('link_form.url'), max: 2000, inputType: 'url', autoCapitalize: 'none' },
      required: true,
      when: (entered) => !isDocument(entered),
      codes: { INVALID_PATTERN: t('link_form.not_an_address') },
    },
    {
      ...{ type: 'checkbox', name: 'in_app', label: t('link_form.in_app') },
      when: (entered) => hasWebview && !isDocument(entered),
      codes: { INVALID_PATTERN: t('link_form.not_listed') },
    },
    {
      ...{ type: 'upload-secure-file', name: 'file', label: t('link_form.file'), upload: uploadFile, address: true },
      required: true,
      when: isDocument,
    },
    {
      type: 'dropdown',
      name: 'subscription',
      label: t('link_form.plan'),
      help: t('link_form.plan_help'),
      placeholder: t(needsPlan ? 'link_form.choose_plan' : 'link_form.open_to_all'),
      required: needsPlan,
      options: isRead ? [...open, ...plans.map(({ id, title }) => ({ id, label: title }))] : plans,
      when: () => needsPlan || !isRead || plans.length > 0,
    },
    {
      type: 'dropdown',
      name: 'icon',
      label: t('link_form.icon'),
      placeholder: t('link_form.default_icon'),
      options: icons.map((id) => ({ id, label: t(`link_icons.${id}`) })),
    },
    {
      ...{ type: 'upload-secure-file', name: 'image_url', label: t('link_form.picture'), upload: uploadFile },
      ...{ images: true, address: true },
    },
    { type: 'checkbox', name: 'header', label: t('link_form.header'), help: t('link_form.header_help') },
  ];
};

export const createLinkForm = defineForm<Schema, LinkFormContext>({
  id: 'create-link',
  schema: (flags) => linkForm(flags),
  fields,
  submit: (t) => t('link_form.create'),
});

export const updateLinkForm = defineForm<Schema, LinkFormContext>({
  id: 'update-link',
  schema: (flags) => linkForm(flags),
  fields,
  submit: (t) => t('link_form.save'),
});

/** A link's fields as the form's controls hold them. */
export function linkFormValues(link: Link): Record<string, unknown> {
  const { title, is_document, url, in_app, icon, header, subscription, secure_file, image_url } = link;
  return {
    ...{ title, is_document, url, in_app, icon, header, subscription: subscription?.id ?? '' },
    ...(secure_file && { file: [loadedFile(secure_file)] }),
    ...(image_url && { image_url: [loadedPicture(image_url, title)] }),
  };
}
