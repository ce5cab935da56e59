import { readChats } from '@paddock/contract/calls/chats';
import { readGroups } from '@paddock/contract/calls/groups';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import type { FormContext } from './notice-forms';

/** The groups that an admin can address, without that of everybody, and those of the changed notice. */
export function useGroupChoices(enabled: boolean, sponsor?: Sponsor): FormContext['groups'] {
  const t = useText();
  const ids = sponsor?.acknowledgement?.groups ?? [];
  const own = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 }, { enabled });
  const named = useCallQuery(readGroups, { ids: ids.join(',') }, { enabled: enabled && ids.length > 0 });
  if (!enabled) return [];
  const failed = [own, named].find(({ data, isError }) => isError && data === undefined);
  if (failed) return { error: failed.error!, isFetching: failed.isFetching, refetch: failed.refetch };
  if (!own.data || (ids.length > 0 && !named.data)) return undefined;
  const found = [
    ...own.data.filters.filter(({ id, username }) => id !== '0' && username === undefined),
    ...(sponsor?.group ? [sponsor.group] : []),
    ...(named.data?.groups ?? []),
  ];
  const choices = new Map(
    found.map(({ id, title, color, icon }) => [id, { id, title, ...(color && { color }), ...(icon && { icon }) }]),
  );
  // The admin may see less than an earlier one who chose it.
  for (const id of ids) if (!choices.has(id)) choices.set(id, { id, title: t('form.other_group') });
  return [...choices.values()];
}
