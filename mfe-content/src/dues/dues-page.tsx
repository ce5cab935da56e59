import { type Due, exportPayments, readDues } from '@paddock/contract/calls/dues';
import type { CallReply } from '@paddock/contract/core/call';
import { saveText } from '@paddock/mfe-kit/download';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { Reload } from '@paddock/mfe-kit/reload';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button, IconButton, LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Download, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DueItem } from './due-item';
import { type SectionName, sectionsOf } from './due-sections';
import styles from './dues.module.css';
import { useLiveDues } from './use-live-dues';
import { usePayment } from './use-payment';
import { usePaymentReturn } from './use-payment-return';
import { useStoppedPayment } from './use-stopped-payment';

const add = '#/main/dues/new';

/** What the member owes and has paid; for admins the dues of the workplace (specification B §2, Dues). */
export function DuesPage() {
  return <DueList />;
}

/** @param linked the due that the address names */
export function DueList({ linked }: { linked?: string | undefined }) {
  const t = useText();
  const title = useTabTitle('dues') ?? t('dues.title');
  const { user, isAdmin } = useSession();
  const query = useCallQuery(readDues, {}, { live: true });
  useLiveDues();
  const { dues } = query.data ?? {};
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={title}
        column="wide"
        actions={
          <>
            {isAdmin && dues && dues.length > 0 && <ExportButton />}
            {user?.admin && <IconButton icon={Plus} label={t('dues.add')} href={add} />}
          </>
        }
      />
      <Scroll surface="canvas">
        {query.data && <Reload query={query} />}
        {query.data && query.data.dues.length > 0 ? (
          <Answer answer={query.data} linked={linked} />
        ) : query.data ? (
          <NoDues />
        ) : query.error ? (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <div className={styles.page}>
            <Skeleton shape="card" count={4} label={t('loading')} />
          </div>
        )}
      </Scroll>
    </Pane>
  );
}

function NoDues() {
  const t = useText();
  const { user } = useSession();
  return (
    <Empty
      title={t('dues.empty')}
      {...(user?.admin && {
        text: t('dues.empty_text'),
        action: (
          <LinkButton variant="primary" icon={Plus} href={add}>
            {t('dues.add')}
          </LinkButton>
        ),
      })}
    />
  );
}

function Answer({ answer, linked }: { answer: CallReply<typeof readDues>; linked?: string | undefined }) {
  const { dues, open, card_public_key: publicKey } = answer;
  const [payment, actions] = usePayment(publicKey ?? '');
  usePaymentReturn((due) => void actions.readOutcome(due));
  useStoppedPayment(dues, payment, actions);
  const paying = payment.step === 'init' ? undefined : payment.due;
  const sections = sectionsOf(dues, paying);
  const render = (due: Due) => (
    <DueItem
      key={due.id}
      due={due}
      payment={payment}
      actions={actions}
      canPay={publicKey !== undefined}
      isLinked={due.id === linked}
    />
  );
  return (
    <div className={styles.page}>
      <Sums open={open} />
      <div className={styles.sections}>
        <div className={styles.section}>
          <Section name="open" dues={sections.open} render={render} />
          <Section name="others" dues={sections.others} render={render} />
        </div>
        <Section name="paid" dues={sections.paid} render={render} />
      </div>
    </div>
  );
}

/** What the member owes in all, by currency. */
function Sums({ open }: Pick<CallReply<typeof readDues>, 'open'>) {
  const t = useText();
  // Counts below ten are words: the sum beside them is the only figure of the line.
  const nameOf = (count: number) => (count < 10 ? t(`dues.open_few.${count}`) : t('dues.open_many', { count }));
  return open.map(({ currency, count, pay_label }) => (
    <p key={currency} className={styles.sum}>
      <span className="text-secondary">{nameOf(count)}</span>
      <span className={`display ${styles.total}`}>{pay_label}</span>
    </p>
  ));
}

/** Cards that a section renders at first. */
const firstCards = 30;

interface SectionProps {
  name: SectionName;
  dues: readonly Due[];
  render: (due: Due) => ReactNode;
}

function Section({ name, dues, render }: SectionProps) {
  const t = useText();
  const [count, setCount] = useState(firstCards);
  if (dues.length === 0) return null;
  return (
    <section className={`${styles.section} ${styles[name] ?? ''}`} aria-label={t(`dues.sections.${name}`)}>
      <h2 className={styles.heading}>{t(`dues.sections.${name}`)}</h2>
      {dues.slice(0, count).map(render)}
      {dues.length > count && (
        <Button variant="outline" onPress={() => setCount(count + firstCards)}>
          {t('dues.more')}
        </Button>
      )}
    </section>
  );
}

/** All payments of the workplace, for its bookkeeper. */
function ExportButton() {
  const t = useText();
  const toast = useToast();
  const save = useCallMutation(exportPayments, {
    onError: toast.error,
    onSuccess: ({ name, csv }) => saveText(csv, name, 'text/csv'),
  });
  return (
    <IconButton icon={Download} label={t('dues.export_all')} pending={save.isPending} onPress={() => save.mutate({})} />
  );
}
