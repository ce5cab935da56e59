import type { Applicant } from '@paddock/contract/calls/approval';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Joined } from '@paddock/ui/joined';
import styles from './applicants.module.css';
import type { Verb } from './use-decision';

interface ApplicantRowProps {
  applicant: Applicant;
  deciding: Verb | undefined;
  onGrant: () => void;
  onDeny: () => void;
}

/** Someone who waits for access, with the admin's Grant and Deny. */
export function ApplicantRow({ applicant, deciding, onGrant, onDeny }: ApplicantRowProps) {
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
