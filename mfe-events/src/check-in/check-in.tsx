import { type ExpectedMember, removeArrival } from '@paddock/contract/calls/event-check-in';
import { deviceNow } from '@paddock/mfe-kit/clock';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Form, TextInput } from '@paddock/ui/field';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Progress } from '@paddock/ui/progress';
import { ErrorState, Skeleton } from '@paddock/ui/state';
import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import styles from './check-in.module.css';
import { ExpectedList } from './expected-list';
import { judge, type Verdict } from './judge';
import { type Gate, useGate } from './use-gate';

const loadScanner = async () => ({ default: (await import('./scanner')).Scanner });
const Scanner = lazy(loadScanner);

type CheckInResult =
  { kind: 'arrived' | 'already'; name: string; at: string } | { kind: Exclude<Verdict['kind'], 'expected'> };

/** The check-in page of an event: scans or takes codes, lists expected and arrived members. Works offline. */
export function CheckIn({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const nameOf = useMemberName();
  const back = useBack(`/main/events/${encodeURIComponent(id)}`);
  const [shown, setShown] = useState<CheckInResult>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const onRefused = useCallback(
    (users: readonly string[]) => setRefused((now) => [...new Set([...now, ...users])]),
    [],
  );
  const gate = useGate(id, onRefused);
  const { query, checkIn, arrived, unsent, failure, arrive, readAgain } = gate;
  const remove = useCallMutation(removeArrival, { onError: toast.error, onSuccess: () => void readAgain() });
  // The camera must open without a connection, too.
  useEffect(() => void loadScanner().catch(() => undefined), []);
  const labelOf = ({ card }: ExpectedMember) => (card ? nameOf(card) : t('check_in.hidden_member'));

  const admit = async (member: ExpectedMember, pass?: string) => {
    const known = arrived.get(member.user);
    if (known === undefined) await arrive(member.user, pass);
    setShown({
      kind: known === undefined ? 'arrived' : 'already',
      name: labelOf(member),
      at: known ?? new Date(deviceNow()).toISOString(),
    });
  };
  const check = async (code: string) => {
    if (!checkIn) return;
    const verdict = await judge(code, { ...checkIn, event: id });
    if (verdict.kind === 'expected') await admit(verdict.member, verdict.pass);
    else setShown(verdict);
  };
  const { error } = query;
  const isForbidden = error !== null && (error.code === 'FORBIDDEN' || error.status === 404);
  const total = checkIn?.expected.length ?? 0;
  const names = refused.map((user) => {
    const member = checkIn?.expected.find((one) => one.user === user);
    return member ? labelOf(member) : t('check_in.hidden_member');
  });
  return (
    <Pane label={t('check_in.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        column
        title={checkIn?.title ?? t('check_in.title')}
        back={{ label: t('back_to_event'), onPress: back, alwaysShown: true }}
      />
      <Scroll surface="canvas">
        <Column>
          <NotTaken gate={gate} />
          {isForbidden ? (
            <ErrorState title={t('check_in.forbidden')} />
          ) : checkIn ? (
            <div className="stack gap-4">
              <Card pad className="stack gap-3" label={t('check_in.counts')}>
                <p className={styles.counts}>
                  <b className="display tabular-nums">{format.number(arrived.size)}</b>
                  <span className="text-secondary">{t('check_in.of', { total: format.number(total) })}</span>
                </p>
                <Progress percent={total === 0 ? 0 : (100 * arrived.size) / total} label={t('check_in.counts')} />
                {unsent.length > 0 && !failure && (
                  <Banner kind="warn">{t('check_in.unsent', { count: unsent.length })}</Banner>
                )}
                <Refused names={names} onClose={() => setRefused([])} />
              </Card>
              <Card pad className="stack gap-3" label={t('check_in.codes')}>
                {shown && <Result shown={shown} time={(at) => format.time(at, checkIn.time_zone)} />}
                <CodeEntry onCode={(code) => void check(code)} />
              </Card>
              <ExpectedList
                expected={checkIn.expected}
                arrived={arrived}
                unsent={new Set(unsent.map(({ user }) => user))}
                nameOf={labelOf}
                time={(at) => format.time(at, checkIn.time_zone)}
                onArrive={(member) => void admit(member)}
                onUndo={({ user }) => remove.mutate({ id, user })}
              />
            </div>
          ) : error ? (
            <LoadFailed error={asApiError(error)} pending={query.isFetching} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton shape="person" count={6} label={t('loading')} />
          )}
        </Column>
      </Scroll>
    </Pane>
  );
}

/** The members whose arrival the service has refused. */
function Refused({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <Banner
      kind="bad"
      live="alert"
      action={
        <Button size="s" onPress={onClose}>
          {t('close')}
        </Button>
      }
    >
      {t('check_in.refused', { names: names.join(', ') })}
    </Banner>
  );
}

/** The service's refusal of this device's arrivals, with buttons to send or discard them. */
function NotTaken({ gate: { failure, unsent, send, discard } }: { gate: Gate }) {
  const t = useText();
  const errorText = useErrorText();
  if (!failure || unsent.length === 0) return null;
  return (
    <Banner
      kind="bad"
      live="alert"
      action={
        <div className="inline wrap gap-2">
          <Button size="s" onPress={() => void send()}>
            {t('check_in.send_again')}
          </Button>
          <Button size="s" variant="danger" onPress={() => void discard()}>
            {t('check_in.discard')}
          </Button>
        </div>
      }
    >
      {t('check_in.not_taken', { count: unsent.length, reason: errorText(failure) })}
    </Banner>
  );
}

/** Scans codes with the camera, and takes typed ones. */
function CodeEntry({ onCode }: { onCode: (code: string) => void }) {
  const t = useText();
  const [isScanning, setScanning] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <>
      {isScanning && (
        <Suspense fallback={<Skeleton shape="detail" count={1} label={t('loading')} />}>
          <Scanner onScan={onCode} />
        </Suspense>
      )}
      <Button icon={ScanLine} variant={isScanning ? 'neutral' : 'primary'} onPress={() => setScanning(!isScanning)}>
        {t(isScanning ? 'check_in.stop' : 'check_in.scan')}
      </Button>
      <Form
        aria-label={t('check_in.codes')}
        className={styles.typed ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '') return;
          onCode(typed);
          setTyped('');
        }}
      >
        <TextInput
          label={t('check_in.type')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('check_in.check')}
        </Button>
      </Form>
    </>
  );
}

function Result({ shown, time }: { shown: CheckInResult; time: (at: string) => string }) {
  const t = useText();
  if (shown.kind === 'arrived' || shown.kind === 'already')
    return (
      <Banner kind={shown.kind === 'arrived' ? 'ok' : 'warn'} live="alert">
        <b className="strong" dir="auto">
          {shown.name}
        </b>
        {' · '}
        {t(`check_in.${shown.kind}`, { time: time(shown.at) })}
      </Banner>
    );
  return (
    <Banner kind="bad" live="alert">
      {t(`check_in.${shown.kind}`)}
    </Banner>
  );
}
