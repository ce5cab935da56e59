import {
  exportAcknowledgements,
  readAcknowledgements,
  remindOfSponsor,
} from '@paddock/contract/calls/acknowledgements';
import type { CallReply } from '@paddock/contract/core/call';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { saveText } from '@paddock/mfe-kit/download';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { MemberRow } from '@paddock/mfe-kit/people-list';
import { useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Column, Pane, ScreenHeader, Scroll, Toolbar } from '@paddock/ui/pane';
import { Progress } from '@paddock/ui/progress';
import { Segmented } from '@paddock/ui/segmented';
import { BellRing, Download } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { dayOf } from '../day-of';
import { addressOf } from './addresses';
import styles from './notices.module.css';
import { useLiveNotices } from './use-live-notices';

type Answers = CallReply<typeof readAcknowledgements>;
type Member = Answers['members'][number];

/** For admins: members with and without an acknowledgement, updated live. */
export function Acknowledgements({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const format = useFormat();
  const back = useBack(addressOf(id));
  const [state, setState] = useState<'open' | 'acknowledged'>('open');
  const query = useCallInfinite(
    readAcknowledgements,
    { id, which: state },
    { live: true, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  useLiveNotices();
  const first = query.data?.pages[0];
  const rows = useMemo(() => query.data?.pages.flatMap(({ members }) => members) ?? [], [query.data]);
  const countOf = (one: 'open' | 'acknowledged') => (first ? ` ${format.number(first.counts[one])}` : '');
  return (
    <Pane label={t('acknowledge.who')} hidesTabBar>
      <ScreenHeader
        column
        title={first?.title ?? t('acknowledge.who')}
        back={{ label: t('notices.back'), onPress: back, alwaysShown: true }}
      />
      {first && (
        <Column width="rows">
          <Summary id={id} answers={first} />
        </Column>
      )}
      <Column width="rows">
        <Toolbar>
          <Segmented
            label={t('acknowledge.which')}
            options={(['open', 'acknowledged'] as const).map((one) => ({
              id: one,
              label: `${t(`acknowledge.${one}`)}${countOf(one)}`,
            }))}
            value={state}
            onChange={setState}
          />
        </Toolbar>
      </Column>
      <Scroll>
        <Column width="rows">
          <List
            id={`acknowledgements-${id}-${state}`}
            label={t(`acknowledge.${state}`)}
            query={query}
            rows={rows}
            rowKey={({ user }) => user.id}
            render={(member) => <Answer member={member} />}
            shape="person"
            divider="avatar"
            empty={t(`acknowledge.none_${state}`)}
          />
        </Column>
      </Scroll>
    </Pane>
  );
}

/** The number of acknowledgements, with buttons that remind the others and that save the list. */
function Summary({ id, answers: { counts, until, remind_from } }: { id: string; answers: Answers }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const toast = useToast();
  const remind = useCallMutation(remindOfSponsor, {
    invalidates: [readAcknowledgements],
    onError: toast.error,
    onSuccess: ({ reminded }) => toast('acknowledge.reminded', { count: reminded }),
  });
  const save = useCallMutation(exportAcknowledgements, {
    onError: toast.error,
    onSuccess: ({ name, csv }) => saveText(csv, name, 'text/csv'),
  });
  const { expected, acknowledged, open } = counts;
  const label = t('acknowledge.progress', { done: format.number(acknowledged), of: format.number(expected) });
  const isTooSoon = remind_from !== undefined && Date.parse(remind_from) > now;
  const whyId = useId();
  const whyOff =
    open === 0
      ? t('acknowledge.all_done')
      : isTooSoon
        ? t('acknowledge.remind_from', { time: format.time(remind_from) })
        : undefined;
  return (
    <div className={styles.summary}>
      <div className="grow stack gap-2">
        <p className="strong tabular-nums">{label}</p>
        <Progress percent={expected === 0 ? 0 : (100 * acknowledged) / expected} label={label} />
        {until !== undefined && (
          <p className="label text-secondary">
            {t('acknowledge.until', { day: dayOf(format, until), time: format.time(until) })}
          </p>
        )}
      </div>
      <Button
        icon={BellRing}
        pending={remind.isPending}
        disabled={whyOff !== undefined}
        aria-describedby={whyOff === undefined ? undefined : whyId}
        onPress={() => remind.mutate({ id })}
      >
        {t('acknowledge.remind')}
      </Button>
      <Button icon={Download} pending={save.isPending} onPress={() => save.mutate({ id })}>
        {t('acknowledge.export')}
      </Button>
      {whyOff !== undefined && (
        <p id={whyId} className="label text-secondary">
          {whyOff}
        </p>
      )}
    </div>
  );
}

function Answer({ member: { user, acknowledged, version } }: { member: Member }) {
  const t = useText();
  const format = useFormat();
  const when =
    acknowledged && t('acknowledge.at', { day: dayOf(format, acknowledged), time: format.time(acknowledged) });
  const lines = when ? [t('acknowledge.version', { when, version: format.number(version ?? 1) })] : [];
  return <MemberRow member={user} lines={lines} />;
}
