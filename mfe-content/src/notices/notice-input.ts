import { type createSponsor, removableSponsorFields, type updateSponsor } from '@paddock/contract/calls/notice-writing';
import type { Sponsor } from '@paddock/contract/calls/notices';
import type { CallInput } from '@paddock/contract/core/call';
import { ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { loadedFile, loadedPicture } from '@paddock/mfe-kit/form';
import type { NoticeInput } from './notice-forms';

type Create = Omit<CallInput<typeof createSponsor>, 'client_id'>;

/** The form's input as a call's. */
export function inputOf(input: NoticeInput): Omit<Create, 'namespace'> {
  const { tags, group, owner, asks, until, audience_groups: groups, audience_roles: roles, again: _, ...rest } = input;
  const listed = (tags ?? '').split(/[,،\n]/).map((tag) => tag.trim());
  return {
    ...rest,
    ...(tags !== undefined && { tags: listed.filter((tag) => tag !== '') }),
    ...(group && { group }),
    ...(typeof owner === 'string' && { owner }),
    ...(asks && { acknowledge: { ...(until && { until }), ...(groups && { groups }), ...(roles && { roles }) } }),
  };
}

/**
 * An update with the fields that the form showed; what the member emptied in it is named in `remove_fields`. A field that the form
 * hid is absent from its input, and stays.
 */
export function updateInputOf(sponsor: Sponsor, input: NoticeInput): CallInput<typeof updateSponsor> {
  const { id, namespace, acknowledgement: asked } = sponsor;
  const remove_fields = removableSponsorFields.filter((name) => {
    if (name === 'acknowledge') return input.asks === false && asked !== undefined;
    const value = input[name];
    return value !== undefined && Object.values(value).length === 0;
  });
  return {
    ...inputOf({
      ...input,
      // These three are one field of the call.
      until: input.until ?? asked?.until,
      audience_groups: input.audience_groups ?? asked?.groups,
      audience_roles: input.audience_roles ?? asked?.roles,
    }),
    ...{ id, namespace },
    ...(input.again && { again: true }),
    ...(remove_fields.length > 0 && { remove_fields }),
  };
}

/** Throws a call's refusal with the form's fields: `acknowledge` is three of them. */
export function throwFormError(error: unknown): never {
  const { code, message, status, fields, retryAfter } = asApiError(error);
  const { acknowledge, ...others } = fields;
  const name = acknowledge === 'INVALID_END_DATE' ? 'until' : 'audience_groups';
  throw new ApiError(code, message, status, { ...others, ...(acknowledge && { [name]: acknowledge }) }, retryAfter);
}

/** A notice's fields as the form's controls hold them. */
export function noticeFormValues(sponsor: Sponsor): Record<string, unknown> {
  const { owner, group, acknowledgement, image_urls, files, tags, ...rest } = sponsor;
  return {
    ...rest,
    tags: tags.join(', '),
    image_urls: image_urls.map((path) => loadedPicture(path)),
    files: files.map(loadedFile),
    ...(owner && { owner: [{ id: owner.id, name: owner.fullname, handle: owner.username, src: owner.profile_image }] }),
    ...(group && { group: group.id }),
    asks: acknowledgement !== undefined,
    ...(acknowledgement?.until && { until: acknowledgement.until }),
    audience_groups: acknowledgement?.groups ?? [],
    audience_roles: acknowledgement?.roles ?? [],
    again: false,
  };
}
