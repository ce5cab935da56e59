import { type Applicant, denyAccess, grantAccess, readApplicants } from '@paddock/contract/calls/approval';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Joined } from '@paddock/ui/joined';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Empty } from '@paddock/ui/state';
import { useState } from 'react';
import column from '../list-column.module.css';
import styles from './applicants.module.css';

type Verb = 'grant' | 'deny';
/** An identical earlier decision counts as success (A §4). */
const doneBefore = { grant: 'ALREADY_GRANTED', deny: 'ALREADY_DENIED' } as const;
const decidedOtherwise = { grant: 'ALREADY_DENIED', deny: 'ALREADY_GRANTED' } as const;

/** Members waiting for approval, oldest first, each with the admin's Grant and Deny. */
export function Applicants() {
  const t = useText();
  const back = useBack();
  const toast = useToast();
  const cache = useCallCache();
  const { community } = useSession();
  const grant = useCallMutation(grantAccess);
  const deny = useCallMutation(denyAccess);
  const [deciding, setDeciding] = useState<{ id: string; verb: Verb } | null>(null);
  const [asking, setAsking] = useState<Applicant | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const query = useCallInfinite(
    readApplicants,
    { count: 30 },
    { live: true, next: ({ next }) => (next === undefined ? null : { after: next }) },
  );
  const rows = (query.data?.pages.flatMap(({ users }) => users) ?? []).filter(({ id }) => !gone.includes(id));

  const decide = async ({ id }: Applicant, verb: Verb) => {
    setDeciding({ id, verb });
    const refusal = await (verb === 'grant' ? grant : deny).mutateAsync({ id }).then(
      () => undefined,
      (error: unknown) => asApiError(error),
    );
    setDeciding(null);
    setAsking(null);
    const code = refusal?.code;
    if (code === undefined || code === doneBefore[verb])
      toast(verb === 'grant' ? 'codes.GRANT_SUCCESS' : 'codes.DENY_SUCCESS');
    else if (code === decidedOtherwise[verb]) toast(`codes.${decidedOtherwise[verb]}`);
    else return toast.error(refusal);
    setGone((now) => [...now, id]);
    void cache.refresh(readApplicants);
  };

  return (
    <Pane label={t('applicants.title')} surface="canvas">
      <ScreenHeader title={t('applicants.title')} column back={{ label: t('back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <List
            id="applicants"
            label={t('applicants.title')}
            rows={rows}
            rowKey={({ id }) => id}
            query={query}
            shape="person"
            divider="avatar"
            empty={
              <Empty
                title={t('applicants.nobody')}
                text={t('applicants.nobody_text', { community: community.title })}
              />
            }
            render={(applicant) => (
              <ApplicantRow
                applicant={applicant}
                deciding={deciding?.id === applicant.id ? deciding.verb : undefined}
                onGrant={() => void decide(applicant, 'grant')}
                onDeny={() => setAsking(applicant)}
              />
            )}
          />
        </div>
      </Scroll>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t('applicants.deny_title', { name: asking?.fullname ?? '' })}
        text={t('applicants.deny_text')}
        confirmLabel={t('approval.deny')}
        cancelLabel={t('applicants.cancel')}
        danger
        pending={deciding?.verb === 'deny'}
        onConfirm={() => asking && void decide(asking, 'deny')}
      />
    </Pane>
  );
}

interface RowProps {
  applicant: Applicant;
  deciding: Verb | undefined;
  onGrant: () => void;
  onDeny: () => void;
}

function ApplicantRow({ applicant, deciding, onGrant, onDeny }: RowProps) {
  const t = useText();
  const format = useFormat();
  const { workplaces } = useSession();
  const { id, fullname, username, email, company, user_type, created, profile_image } = applicant;
  const places = applicant.workplaces.map((place) => workplaces.find((one) => one.id === place)?.title ?? place);
  const about = [company, user_type, ...places];
  return (
    <div className={styles.row}>
      <PersonAvatar id={id} name={fullname} src={profile_image} size="l" />
      <div className={styles.who}>
        <p className="medium truncate">
          <bdi>{fullname}</bdi>
        </p>
        <p className="label text-secondary truncate">
          <bdi>@{username}</bdi> · <bdi>{email}</bdi>
        </p>
        {about.some(Boolean) && (
          <p className="label text-secondary">
            <Joined parts={about} />
          </p>
        )}
        <p className="label text-tertiary">{t('approval.since', { when: format.relative(created) })}</p>
      </div>
      <div className={styles.choice}>
        <Button
          size="s"
          variant="outline"
          disabled={deciding !== undefined}
          aria-label={t('applicants.deny_name', { name: fullname })}
          onPress={onDeny}
        >
          {t('approval.deny')}
        </Button>
        <Button
          size="s"
          variant="ink"
          pending={deciding === 'grant'}
          disabled={deciding !== undefined}
          aria-label={t('applicants.grant_name', { name: fullname })}
          onPress={onGrant}
        >
          {t('approval.grant')}
        </Button>
      </div>
    </div>
  );
}
