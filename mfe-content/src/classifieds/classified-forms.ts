import { type Classified, classifiedForm, maxClassifiedFiles } from '@paddock/contract/calls/classifieds';
import { uploadFile } from '@paddock/contract/calls/files';
import { defineForm, loadedFile } from '@paddock/mfe-kit/form';

type Schema = ReturnType<typeof classifiedForm>;

/** The category of the ad that is edited: it stays allowed after the deployment has removed it. */
type EditedCategory = Classified['category'] | undefined;

const fields: Parameters<typeof defineForm<Schema, EditedCategory>>[0]['fields'] = (t, { flags }, kept) => {
  const { categories, lifetime_min, lifetime_max } = flags.classifieds_tab;
  const known = kept && !categories.some(({ key }) => key === kept.key) ? [...categories, kept] : categories;
  // The text of the specification has MIN and MAX in it.
  const invalidLifetime = t('ad_form.invalid_lifetime')
    .replace('MIN', String(lifetime_min))
    .replace('MAX', String(lifetime_max));
  return [
    { type: 'input', name: 'title', label: t('ad_form.title'), max: 140 },
    { type: 'textarea', name: 'desc', label: t('ad_form.desc'), max: 2000 },
    {
      type: 'dropdown',
      name: 'category',
      label: t('ad_form.category'),
      placeholder: t('ad_form.choose'),
      options: known.map(({ key, title }) => ({ id: key, label: title ?? key })),
    },
    {
      type: 'input',
      name: 'lifetime',
      label: t('ad_form.lifetime'),
      help: t('ad_form.lifetime_help', { min: lifetime_min, max: lifetime_max }),
      inputType: 'number',
      codes: { INVALID_LIFETIME: invalidLifetime },
    },
    {
      type: 'upload-secure-file',
      name: 'image_urls',
      label: t('ad_form.pictures'),
      upload: uploadFile,
      images: true,
      address: true,
      max: maxClassifiedFiles,
    },
  ];
};

export const createClassifiedForm = defineForm<Schema, EditedCategory>({
  id: 'create-classified',
  schema: (flags) => classifiedForm(flags),
  fields,
  submit: (t) => t('ad_form.create'),
});

/** Its button starts disabled, unlike those of other update forms (specification B §4). */
export const updateClassifiedForm = (kept: Classified['category']) =>
  defineForm<Schema, EditedCategory>({
    id: 'update-classified',
    schema: (flags) => classifiedForm(flags, kept.key),
    fields,
    submit: (t) => t('ad_form.save'),
    startsDisabled: true,
  });

/** An ad's fields as the form's controls hold them. */
export function classifiedFormValues({ title, desc, category, lifetime, files }: Classified): Record<string, unknown> {
  return {
    ...{ title, desc, category: category.key, lifetime: String(lifetime) },
    image_urls: files.map(loadedFile),
  };
}
