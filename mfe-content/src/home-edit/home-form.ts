import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { uploadFile } from '@paddock/contract/calls/files';
import { homePageForm, type Item } from '@paddock/contract/calls/items';
import { dayMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { defineForm, type FailedRead, loadedPicture } from '@paddock/mfe-kit/form';
import type { z } from 'zod';

/** Events that start or end within this time can be featured (specification B §9). */
export const choicesWithinMs = 60 * dayMs;
/** A new page is shown this long by default. */
const defaultLifetimeMs = 3 * dayMs;

type HomeInput = z.output<ReturnType<typeof homePageForm>> & { end?: string };

interface FormContext {
  /** Undefined while they load. */
  events: readonly PaddockEvent[] | FailedRead | undefined;
  hasEvents: boolean;
  day: (event: PaddockEvent) => string;
}

/** The form of the home page (B §5, Home update). */
export const homeForm = defineForm({
  id: 'home',
  schema: (flags) => homePageForm(flags, serverNow()) as z.ZodType<HomeInput, HomeInput>,
  fields: (t, { flags }, { events, hasEvents, day }: FormContext) => [
    { type: 'input', name: 'header', label: t('home_edit.header'), help: t('home_edit.header_help'), max: 140 },
    { type: 'textarea', name: 'description', label: t('home_edit.description'), max: 140 },
    {
      type: 'upload-secure-file',
      name: 'image_url',
      label: t('home_edit.picture'),
      help: t('home_edit.picture_help'),
      upload: uploadFile,
      images: true,
      address: true,
    },
    {
      type: 'crop',
      name: 'crop',
      picture: 'image_url',
      label: t('home_edit.crop'),
      help: t('home_edit.crop_help'),
      when: ({ image_url }) => Array.isArray(image_url) && image_url.length > 0,
    },
    { type: 'input', inputType: 'url', name: 'url', label: t('home_edit.link'), help: t('home_edit.link_help') },
    {
      type: 'date-time-picker',
      name: 'end',
      label: t('home_edit.end'),
      codes: { INVALID_END_DATE: t('home_edit.end_past') },
      when: () => flags.home_tab.validity,
    },
    {
      type: 'dropdown',
      name: 'event',
      label: t('home_edit.event'),
      placeholder: t('home_edit.automatic'),
      options: Array.isArray(events)
        ? [
            { id: '', label: t('home_edit.automatic') },
            ...(events as readonly PaddockEvent[]).map((event) => ({
              id: event.id,
              label: `${event.title} · ${day(event)}`,
            })),
          ]
        : (events as FailedRead | undefined),
      when: () => hasEvents,
    },
  ],
  submit: (t) => t('home_edit.save'),
});

/** Of these events, those that start or end within 60 days and are not over; one without an end lasts 1 hour. */
export function featuredChoices(events: readonly PaddockEvent[], now = serverNow()): PaddockEvent[] {
  const isWithin = (at: number) => at >= now && at <= now + choicesWithinMs;
  return events.filter((event) => isWithin(Date.parse(event.when)) || isWithin(eventOverAt(event)));
}

/** What the form shows at first: the stored page, or the deployment's defaults. */
export function homeFormValues(
  item: Item | undefined,
  { header, description, now = serverNow() }: { header: string; description: string; now?: number },
): Record<string, unknown> {
  const { image_url, crop, url, event, end } = item ?? {};
  return {
    header,
    description: item?.description ?? description,
    ...(image_url !== undefined && { image_url: [loadedPicture(image_url, 'picture')] }),
    ...(crop && { crop }),
    ...(url !== undefined && { url }),
    ...(event !== undefined && { event }),
    end: end ?? new Date(now + defaultLifetimeMs).toISOString(),
  };
}

/** The form's input as a call's: '' removes what the admin emptied. */
export function inputOf({ header: _header, image_url, crop, url = '', event = '', ...rest }: HomeInput) {
  const picture = typeof image_url === 'string' ? image_url : '';
  return { ...rest, url, event, image_url: picture, ...(picture !== '' && crop && { crop }) };
}
