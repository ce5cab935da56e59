import type { Applicant } from '@paddock/contract/calls/approval';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import { Joined } from '@paddock/ui/joined';

/** An applicant with the details that identify them to an admin. */
export function ApplicantCard({ applicant }: { applicant: Applicant }) {
  const t = useText();
  const format = useFormat();
  const { workplaces } = useSession();
  const { id, fullname, username, email, company, user_type, created, profile_image } = applicant;
  const places = applicant.workplaces.map((place) => workplaces.find((one) => one.id === place)?.title ?? place);
  const about = [company, user_type, ...places].filter(Boolean);
  return (
    <Card pad>
      <div className="inline gap-4">
        <PersonAvatar id={id} name={fullname} src={profile_image} size="l" />
        <div className="stack grow">
          <p className="heading truncate">
            <bdi>{fullname}</bdi>
          </p>
          <p className="label text-secondary truncate">
            <bdi>@{username}</bdi>
          </p>
          <p className="label text-secondary">
            <bdi>{email}</bdi>
          </p>
          {about.length > 0 && (
            <p className="label text-secondary">
              <Joined parts={about} />
            </p>
          )}
          <p className="label text-tertiary">{t('approval.since', { when: format.relative(created) })}</p>
        </div>
      </div>
    </Card>
  );
}
