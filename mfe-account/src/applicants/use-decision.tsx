import { type Applicant, denyAccess, grantAccess, readApplicants } from '@paddock/contract/calls/approval';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { type ReactNode, useState } from 'react';

export type Verb = 'grant' | 'deny';
/** An identical earlier decision counts as success (A §4). */
const doneBefore = { grant: 'ALREADY_GRANTED', deny: 'ALREADY_DENIED' } as const;
const decidedOtherwise = { grant: 'ALREADY_DENIED', deny: 'ALREADY_GRANTED' } as const;

interface Decisions {
  /** The applicants that were not decided on this page. */
  waiting: (applicants: readonly Applicant[]) => Applicant[];
  /** The props of an applicant's row. */
  propsOf: (applicant: Applicant) => { deciding: Verb | undefined; onGrant: () => void; onDeny: () => void };
  /** Asks before a denial. */
  question: ReactNode;
}

/** An admin's decisions about applicants. */
export function useDecision(): Decisions {
  const t = useText();
  const toast = useToast();
  const cache = useCallCache();
  const grant = useCallMutation(grantAccess);
  const deny = useCallMutation(denyAccess);
  const [deciding, setDeciding] = useState<{ id: string; verb: Verb } | null>(null);
  const [asking, setAsking] = useState<Applicant | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);

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
    else if (code === decidedOtherwise[verb]) toast(`codes.${decidedOtherwise[verb]}`, { kind: 'bad' });
    else return toast.error(refusal);
    setGone((now) => [...now, id]);
    void cache.refresh(readApplicants);
  };

  return {
    waiting: (applicants) => applicants.filter(({ id }) => !gone.includes(id)),
    propsOf: (applicant) => ({
      deciding: deciding?.id === applicant.id ? deciding.verb : undefined,
      onGrant: () => void decide(applicant, 'grant'),
      onDeny: () => setAsking(applicant),
    }),
    question: (
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
    ),
  };
}
