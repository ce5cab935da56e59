import type { Applicant } from '@paddock/contract/calls/approval';
import { useText } from '@paddock/mfe-kit/i18n';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { ApplicantDetails } from './applicant-details';
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
  const { id, fullname, username, email, profile_image } = applicant;
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
        <ApplicantDetails applicant={applicant} />
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
