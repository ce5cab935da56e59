import {
  addEventSource,
  deleteEventSource,
  type EventSource,
  eventSourceForm,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { readEvents } from '@paddock/contract/calls/events';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { List } from '@paddock/mfe-kit/list';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Empty, ErrorState } from '@paddock/ui/state';
import { useState } from 'react';
import { SourceRow } from './source-row';
import styles from './calendar-sources.module.css';

const form = defineForm({
  id: 'subscribe-calendar',
  schema: () => eventSourceForm,
  fields: (t) => [
    {
      type: 'input',
      name: 'url',
      label: t('sources.url'),
      help: t('sources.url_help'),
      inputType: 'url',
      autoCapitalize: 'none',
      codes: {
        INVALID_PATTERN: t('sources.not_an_address'),
        password_INVALID_PATTERN: t('sources.with_password'),
      },
    },
    { type: 'color', name: 'color', label: t('sources.color') },
  ],
  submit: (t) => t('sources.add'),
});

/** The calendars that the workplace subscribes to: admins add, read again and remove them. */
export function CalendarSources() {
  const t = useText();
  const toast = useToast();
  const { isAdmin } = useSession();
  const back = useBack('/main/events');
  return (
    <Pane label={t('sources.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={t('sources.title')}
        column
        back={{ label: t('back_short'), onPress: back, alwaysShown: true }}
      />
      <Scroll surface="canvas">
        {isAdmin ? (
          <Column>
            <Sources onRead={() => toast('sources.refreshed')} />
          </Column>
        ) : (
          <ErrorState title={t('sources.forbidden')} />
        )}
      </Scroll>
    </Pane>
  );
}

function Sources({ onRead }: { onRead: () => void }) {
  const t = useText();
  const toast = useToast();
  const cache = useCallCache();
  const query = useCallQuery(readEventSources, {});
  const [reading, setReading] = useState<string | null>(null);
  // A new form after each calendar.
  const [added, setAdded] = useState(0);
  const [removing, setRemoving] = useState<EventSource | null>(null);
  const add = useCallMutation(addEventSource, { invalidates: [readEventSources] });
  const refresh = useCallMutation(refreshEventSource, { invalidates: [readEventSources, readEvents] });
  const remove = useCallMutation(deleteEventSource, {
    invalidates: [readEventSources, readEvents],
    onError: toast.error,
    onSuccess: () => {
      setRemoving(null);
      toast('sources.removed');
    },
  });
  const read = async (id: string) => {
    setReading(id);
    try {
      const { state } = await refresh.mutateAsync({ id });
      if (state === 'current') onRead();
    } catch (error) {
      toast.error(error);
    }
    setReading(null);
  };
  const { sources = [] } = query.data ?? {};
  return (
    <>
      <p className={styles.intro}>{t('sources.intro')}</p>
      <Card pad>
        <DataForm
          key={added}
          form={form}
          onSubmit={async (input, client_id) => {
            const { id } = await add.mutateAsync({ ...input, client_id });
            toast('sources.added');
            setAdded((count) => count + 1);
            await cache.refresh(readEventSources);
            void read(id);
          }}
        />
      </Card>
      <SectionHead>{t('sources.list')}</SectionHead>
      <Card>
        <List
          id="calendar-sources"
          label={t('sources.list')}
          query={query}
          rows={sources}
          rowKey={({ id }) => id}
          shape="row"
          empty={<Empty title={t('sources.empty')} text={t('sources.empty_text')} />}
          render={(source) => (
            <SourceRow
              source={source}
              isReading={reading === source.id}
              onRead={() => void read(source.id)}
              onRemove={() => setRemoving(source)}
            />
          )}
        />
      </Card>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('sources.remove_title', { title: removing?.title ?? '' })}
        text={t('sources.remove_text')}
        confirmLabel={t('sources.remove')}
        cancelLabel={t('cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ id: removing.id })}
      />
    </>
  );
}
