import type { Applicant } from '@paddock/contract/calls/approval';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import { ApplicantDetails } from '../applicants/applicant-details';

/** An applicant with the details that identify them to an admin. */
export function ApplicantCard({ applicant }: { applicant: Applicant }) {
  const { id, fullname, username, email, profile_image } = applicant;
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
          <ApplicantDetails applicant={applicant} />
        </div>
      </div>
    </Card>
  );
}
