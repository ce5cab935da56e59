import { type Applicant, denyAccess, grantAccess, verifyAccess } from '@paddock/contract/calls/approval';
import { type ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { UserCheck, UserPlus, UserX } from 'lucide-react';
import { StateFailed, StatePage } from '../entry/state-page';
import { isTransient, OnwardButton, useLinkCall } from '@paddock/mfe-kit/link-call';
import { ApplicantCard } from './applicant-card';

type Verb = 'grant' | 'deny';
type Params = ScreenProps<'id' | 'token'>;

const callOf = { grant: grantAccess, deny: denyAccess } as const;
/** An identical earlier decision counts as success; an opposite one is an error (A §4 and its decisions). */
const doneBefore = { grant: 'ALREADY_GRANTED', deny: 'ALREADY_DENIED' } as const;

export const Grant = ({ params }: Params) => <Approval verb="grant" {...params} />;
export const Deny = ({ params }: Params) => <Approval verb="deny" {...params} />;

/** An admin's mailed link: asks for confirmation if the deployment requires two steps, else decides at once (A §2). */
function Approval({ verb, id, token }: { verb: Verb; id: string; token: string }) {
  const { flags } = useSession();
  const link = { id, admin_token: token };
  return flags.two_step_grant ? (
    <TwoSteps key={token} verb={verb} link={link} />
  ) : (
    <OneStep key={verb + token} verb={verb} link={link} />
  );
}

interface StepProps {
  verb: Verb;
  link: { id: string; admin_token: string };
}

function OneStep({ verb, link }: StepProps) {
  const t = useText();
  const { data, error, again } = useLinkCall(callOf[verb], link);
  if (data || error?.code === doneBefore[verb]) return <DecisionResult verb={verb} applicant={data} />;
  if (error) return <DecisionFailed error={error} again={again} />;
  return <StatePage kind="busy" title={t('link.busy')} text={t('approval.loading')} />;
}

function TwoSteps({ verb, link }: StepProps) {
  const t = useText();
  const errorText = useErrorText();
  const { community } = useSession();
  const check = useLinkCall(verifyAccess, link);
  const grant = useCallMutation(grantAccess);
  const deny = useCallMutation(denyAccess);

  for (const [chosen, act] of [['grant', grant] as const, ['deny', deny] as const]) {
    if (act.data || act.error?.code === doneBefore[chosen])
      return <DecisionResult verb={chosen} applicant={act.data ?? check.data} />;
    if (act.error && !isTransient(act.error)) return <DecisionFailed error={act.error} again={check.again} />;
  }
  if (check.error) return <DecisionFailed error={check.error} again={check.again} />;
  const { data: applicant } = check;
  if (!applicant) return <StatePage kind="busy" title={t('link.busy')} text={t('approval.loading')} />;
  const decided = decidedBefore(applicant);
  if (decided === verb) return <DecisionResult verb={verb} applicant={applicant} />;
  if (decided) return <OppositeDecision verb={decided} applicant={applicant} />;

  const failed = grant.error ?? deny.error;
  const busy = grant.isPending || deny.isPending;
  return (
    <StatePage
      kind="wait"
      icon={UserPlus}
      title={t('approval.title')}
      text={t('approval.text', { community: community.title })}
      actions={
        <>
          {failed && (
            <Banner kind="bad" live="alert">
              {errorText(asApiError(failed))}
            </Banner>
          )}
          <Button
            variant={verb === 'grant' ? 'primary' : 'neutral'}
            size="l"
            pending={grant.isPending}
            disabled={busy}
            onPress={() => grant.mutate(link)}
          >
            {t('approval.grant')}
          </Button>
          <Button
            variant={verb === 'deny' ? 'danger' : 'danger-outline'}
            size="l"
            pending={deny.isPending}
            disabled={busy}
            onPress={() => deny.mutate(link)}
          >
            {t('approval.deny')}
          </Button>
        </>
      }
    >
      <ApplicantCard applicant={applicant} />
    </StatePage>
  );
}

const decidedBefore = ({ access }: Applicant): Verb | undefined =>
  access === 'granted' ? 'grant' : access === 'denied' ? 'deny' : undefined;

function DecisionResult({ verb, applicant }: { verb: Verb; applicant: Applicant | undefined }) {
  const t = useText();
  return (
    <StatePage
      kind="ok"
      icon={verb === 'grant' ? UserCheck : UserX}
      title={t(verb === 'grant' ? 'codes.GRANT_SUCCESS' : 'codes.DENY_SUCCESS')}
      text={t(`approval.${verb}_done`)}
      actions={<OnwardButton />}
    >
      {applicant && <ApplicantCard applicant={applicant} />}
    </StatePage>
  );
}

/** An admin has already decided the other way. */
function OppositeDecision({ verb, applicant }: { verb: Verb; applicant: Applicant }) {
  const t = useText();
  return (
    <StatePage
      kind="bad"
      icon={verb === 'grant' ? UserCheck : UserX}
      title={t('approval.too_late')}
      text={t(verb === 'grant' ? 'codes.ALREADY_GRANTED' : 'codes.ALREADY_DENIED')}
      actions={<OnwardButton primary={false} />}
    >
      <ApplicantCard applicant={applicant} />
    </StatePage>
  );
}

function DecisionFailed({ error, again }: { error: ApiError; again: () => void }) {
  const t = useText();
  const known = error.code === 'ALREADY_GRANTED' || error.code === 'ALREADY_DENIED';
  return (
    <StateFailed
      error={error}
      title={known ? t('approval.too_late') : t('link.broken')}
      {...(known && { text: t(`codes.${error.code}`) })}
      again={again}
    />
  );
}
