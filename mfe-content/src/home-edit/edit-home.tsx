import { readEvents } from '@paddock/contract/calls/events';
import { readHome } from '@paddock/contract/calls/home';
import { createItem, type Item, readItems, updateItem } from '@paddock/contract/calls/items';
import type { Flags } from '@paddock/contract/core/flags';
import { serverNow } from '@paddock/mfe-kit/clock';
import { DataForm } from '@paddock/mfe-kit/form';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ErrorState, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { choicesWithinMs, homeFormValues, featuredChoices, homeForm, inputOf } from './home-form';

/** Edits the home page of the workplace (specification B §2, Home); for its admins. */
export function EditHome() {
  const t = useText();
  const back = useBack('/main/home');
  const { isAdmin, flags } = useSession();
  const read = useCallQuery(readItems, { type: 'home' }, { enabled: isAdmin, staleTime: 0 });
  return (
    <Pane label={t('home_edit.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={t('home_edit.title')}
        back={{ label: t('home_edit.back'), onPress: back, alwaysShown: true }}
        column
      />
      <Scroll surface="canvas">
        <Column>
          {!isAdmin ? (
            <ErrorState title={t('home_edit.forbidden')} />
          ) : read.data && read.isFetchedAfterMount ? (
            <Card pad>
              <HomeFields item={currentPage(read.data.items, flags.home_tab)} />
            </Card>
          ) : read.isError && !read.isFetching ? (
            <LoadFailed error={read.error} pending={read.isFetching} onRetry={() => void read.refetch()} />
          ) : (
            <Skeleton shape="card" count={2} label={t('loading')} />
          )}
        </Column>
      </Scroll>
    </Pane>
  );
}

function HomeFields({ item: read }: { item: Item | undefined }) {
  const format = useFormat();
  const toast = useToast();
  const back = useBack('/main/home');
  const { storage } = useKit();
  const { flags, user, workplace, community } = useSession();
  const headerKey = `mfe-content.last.${user?.id}.${workplace}.home-header`;
  // A live update does not change what the admin is editing.
  const [item] = useState(read);
  const [initial] = useState(() =>
    homeFormValues(item, {
      header: storage.getItem(headerKey) ?? community.title,
      description: flags.home_tab.default_description,
    }),
  );
  const [span] = useState(() => {
    const now = serverNow();
    return { from: new Date(now).toISOString(), to: new Date(now + choicesWithinMs).toISOString() };
  });
  const hasEvents = useHref('events.list', {}) !== null;
  const events = useCallQuery(readEvents, span, { enabled: hasEvents });
  const create = useCallMutation(createItem, { invalidates: [readItems, readHome] });
  const update = useCallMutation(updateItem, { invalidates: [readItems, readHome] });
  return (
    <DataForm
      form={homeForm}
      context={{
        hasEvents,
        events: events.data ? featuredChoices(events.data.events) : events.isError ? events : undefined,
        day: ({ when, time_zone }) => format.day(when, time_zone),
      }}
      initial={initial}
      record={item?.id ?? 'new'}
      onSubmit={async (input, client_id) => {
        const fields = inputOf(input);
        if (item) await update.mutateAsync({ id: item.id, ...fields });
        else await create.mutateAsync({ client_id, type: 'home', ...fields });
        storage.setItem(headerKey, input.header);
        toast('home_edit.saved');
        back();
      }}
    />
  );
}

/** The page that members see now: the newest one that is not hidden and, with `validity`, has not ended. */
function currentPage(items: readonly Item[], { validity }: Pick<Flags['home_tab'], 'validity'>): Item | undefined {
  const now = serverNow();
  return items.findLast(({ hidden, end }) => !hidden && (!validity || end === undefined || Date.parse(end) > now));
}
