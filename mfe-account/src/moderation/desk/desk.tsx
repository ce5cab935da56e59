import { readApplicants } from '@paddock/contract/calls/approval';
import { type Feedback, readFeedback } from '@paddock/contract/calls/feedback';
import { readAudit, readReports } from '@paddock/contract/calls/moderation';
import { readAdmins } from '@paddock/contract/calls/profiles';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { NewDot } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { Skeleton } from '@paddock/ui/state';
import { Activity, Package } from 'lucide-react';
import { ApplicantRow } from '../../applicants/applicant-row';
import { useDecision } from '../../applicants/use-decision';
import { EntryRow } from '../audit';
import { CaseRow } from '../case-row';
import { RoleRow } from '../roles';
import { DeskCard } from './desk-card';
import cards from '../../desk-cards.module.css';
import styles from './desk.module.css';

const few = { count: 3 };
const trail = { count: 7 };

/** What the admins of the workplace have to decide and what they did, each with the way to its page. */
export function Desk() {
  const t = useText();
  const back = useBack('/main/settings');
  const { isAdmin } = useSession();
  const audit = useCallQuery(readAudit, trail, { live: true });
  return (
    <Pane label={t('desk.title')} surface="canvas">
      <ScreenHeader
        title={t('desk.title')}
        column="wide"
        back={{ label: t('back'), onPress: back, alwaysShown: true }}
      />
      <Scroll>
        {audit.error && !audit.data ? (
          <LoadFailed error={audit.error} pending={audit.isFetching} onRetry={() => void audit.refetch()} />
        ) : !isAdmin ? (
          <Skeleton shape="row" label={t('loading')} />
        ) : (
          <div className={`${cards.columns} ${styles.columns}`}>
            <div className={cards.column}>
              <Waiting />
              <Reports />
              <Inbox />
            </div>
            <div className={cards.column}>
              <Members />
              <OperatorPages />
              <DeskCard
                title={t('audit.title')}
                href="#/main/audit"
                query={audit}
                rows={audit.data?.entries ?? []}
                rowKey={({ seq }) => String(seq)}
                divider="icon"
                empty={t('audit.empty')}
                render={(entry) => <EntryRow entry={entry} />}
              />
            </div>
          </div>
        )}
      </Scroll>
    </Pane>
  );
}

function Waiting() {
  const t = useText();
  const { flags } = useSession();
  const query = useCallQuery(readApplicants, few, { live: true });
  const { waiting, propsOf, question } = useDecision();
  const count = query.data?.total ?? 0;
  // Applicants stay pending when the deployment turns approval off.
  if (!flags.admin_approval_required && count === 0) return null;
  return (
    <>
      <DeskCard
        title={t('applicants.title')}
        note={count > 0 ? t('applicants.waiting', { count }) : undefined}
        href="#/main/applicants"
        query={query}
        rows={waiting(query.data?.users ?? [])}
        rowKey={({ id }) => id}
        divider="avatar"
        empty={t('applicants.nobody')}
        render={(applicant) => <ApplicantRow applicant={applicant} {...propsOf(applicant)} />}
      />
      {question}
    </>
  );
}

function Reports() {
  const t = useText();
  const cache = useCallCache();
  const query = useCallQuery(readReports, few, { live: true });
  useRealtime('updating_reports', () => {
    void cache.refresh(readReports, few);
    void cache.refresh(readAudit, trail);
  });
  const count = query.data?.open ?? 0;
  return (
    <DeskCard
      title={t('queue.title')}
      note={count > 0 ? t('desk.open', { count }) : undefined}
      href="#/main/moderation"
      query={query}
      rows={query.data?.reports ?? []}
      rowKey={({ id }) => id}
      divider="avatar-m"
      empty={t('queue.nothing_open')}
      render={(row) => <CaseRow row={row} current={false} />}
    />
  );
}

function Inbox() {
  const t = useText();
  const query = useCallQuery(readFeedback, few, { live: true });
  const count = query.data?.unread ?? 0;
  return (
    <DeskCard
      title={t('feedback.inbox')}
      note={count > 0 ? t('desk.unread', { count }) : undefined}
      href="#/main/feedback"
      query={query}
      rows={query.data?.feedbacks ?? []}
      rowKey={({ id }) => id}
      divider="avatar-m"
      empty={t('feedback.empty')}
      render={(feedback) => <InboxRow feedback={feedback} />}
    />
  );
}

function InboxRow({ feedback: { user, msg, created, read } }: { feedback: Feedback }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const name = user?.fullname ?? t('feedback.gone');
  return (
    <ListRow
      href="#/main/feedback"
      start={<PersonAvatar id={user?.id ?? ''} name={name} src={user?.profile_image} size="m" />}
      title={<bdi>{name}</bdi>}
      strong={!read}
      sub={
        <>
          <span className="line-clamp-2" dir="auto">
            {msg}
          </span>
          {format.relative(created, now)}
        </>
      }
      end={!read && <NewDot label={t('notifications.new')} />}
    />
  );
}

/** The first of the members with a role. */
function Members() {
  const t = useText();
  const query = useCallQuery(readAdmins, {}, { live: true });
  return (
    <DeskCard
      title={t('desk.members')}
      href="#/main/roles"
      query={query}
      rows={query.data?.users.slice(0, few.count) ?? []}
      rowKey={({ id }) => id}
      divider="avatar-m"
      empty={t('desk.no_roles')}
      render={(admin) => <RoleRow admin={admin} />}
    />
  );
}

/** The pages of those who run the system. */
function OperatorPages() {
  const t = useText();
  const { user } = useSession();
  if (user?.admin !== true) return null;
  return (
    <Card label={t('desk.operation')}>
      <div className={cards.head}>
        <h2 className="label strong">{t('desk.operation')}</h2>
      </div>
      <Rows divider="icon">
        <ListRow
          href="#/main/admin/status"
          icon={Activity}
          title={t('desk.status')}
          sub={t('desk.status_text')}
          chevron
        />
        <ListRow
          href="#/main/admin/deployment"
          icon={Package}
          title={t('desk.deployment')}
          sub={t('desk.deployment_text')}
          chevron
        />
      </Rows>
    </Card>
  );
}
