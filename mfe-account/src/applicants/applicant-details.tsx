import type { Applicant } from '@paddock/contract/calls/approval';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Joined } from '@paddock/ui/joined';

/** An applicant's company, kind and workplaces, and since when they wait. */
export function ApplicantDetails({
  applicant: { company, user_type, created, ...applicant },
}: {
  applicant: Applicant;
}) {
  const t = useText();
  const format = useFormat();
  const { workplaces } = useSession();
  const places = applicant.workplaces.map((place) => workplaces.find((one) => one.id === place)?.title ?? place);
  const about = [company, user_type, ...places];
  return (
    <>
      {about.some(Boolean) && (
        <p className="label text-secondary">
          <Joined parts={about} />
        </p>
      )}
      <p className="label text-tertiary">{t('approval.since', { when: format.relative(created) })}</p>
    </>
  );
}
