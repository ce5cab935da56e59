import {
  acceptGroupRequest,
  type GroupRequestDecision,
  ignoreGroupRequest,
  verifyGroupRequest,
} from '@paddock/contract/calls/group-requests';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useErrorText, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import {
  isTransient,
  LinkFailed,
  type LinkFailedProps,
  LinkPage,
  OnwardButton,
  useLinkCall,
} from '@paddock/mfe-kit/link-call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { ListRow, Rows } from '@paddock/ui/row';
import { UserCheck, UserPlus, UserX } from 'lucide-react';
import { GroupAvatar } from '../group-avatar';

type Verb = 'accept' | 'ignore';
type Params = ScreenProps<'group' | 'user' | 'token'>;
const callOf = { accept: acceptGroupRequest, ignore: ignoreGroupRequest } as const;

export const AcceptRequest = ({ params }: Params) => <JoinRequest verb="accept" {...params} />;
export const IgnoreRequest = ({ params }: Params) => <JoinRequest verb="ignore" {...params} />;

interface LinkParams {
  group: string;
  user: string;
  token: string;
}

/** An owner's mailed link about a request to join: asks first if the deployment wants two steps, else decides at once (A §2). */
function JoinRequest({ verb, group, user, token }: LinkParams & { verb: Verb }) {
  const { flags } = useSession();
  const link = { id: group, user, group_owner_token: token };
  return flags.two_step_grant ? (
    <TwoSteps key={verb + token} verb={verb} link={link} />
  ) : (
    <OneStep key={verb + token} verb={verb} link={link} />
  );
}

interface StepProps {
  verb: Verb;
  link: { id: string; user: string; group_owner_token: string };
}

function OneStep({ verb, link }: StepProps) {
  const { data, error, again } = useLinkCall(callOf[verb], link);
  if (data) return <DecisionResult decision={data} />;
  return error ? <Failed error={error} again={again} /> : <Loading />;
}

function TwoSteps({ verb, link }: StepProps) {
  const t = useText();
  const errorText = useErrorText();
  const asked = useLinkCall(verifyGroupRequest, link);
  const accept = useCallMutation(acceptGroupRequest);
  const ignore = useCallMutation(ignoreGroupRequest);
  const acts = { accept, ignore };

  const done = accept.data ?? ignore.data;
  if (done) return <DecisionResult decision={done} />;
  const failed = accept.error ?? ignore.error;
  if (failed && !isTransient(failed)) return <Failed error={failed} again={asked.again} />;
  if (asked.error) return <Failed error={asked.error} again={asked.again} />;
  if (!asked.data) return <Loading />;
  if (asked.data.state !== 'waiting') return <DecisionResult decision={asked.data} />;
  const busy = accept.isPending || ignore.isPending;
  const order: Verb[] = verb === 'accept' ? ['accept', 'ignore'] : ['ignore', 'accept'];
  return (
    <LinkPage
      kind="wait"
      icon={UserPlus}
      title={t('group.request.title')}
      text={t('group.request.text')}
      actions={
        <>
          {failed && (
            <Banner kind="bad" live="alert">
              {errorText(failed)}
            </Banner>
          )}
          {order.map((one) => (
            <Button
              key={one}
              size="l"
              variant={one === verb ? 'primary' : 'neutral'}
              pending={acts[one].isPending}
              disabled={busy}
              onPress={() => acts[one].mutate(link)}
            >
              {t(`group.request.${one}`)}
            </Button>
          ))}
        </>
      }
    >
      <RequestCard decision={asked.data} />
    </LinkPage>
  );
}

/** The decision of this press or of an earlier one. */
function DecisionResult({ decision }: { decision: GroupRequestDecision }) {
  const t = useText();
  const { state } = decision;
  const isGranted = state === 'granted' || state === 'already_granted';
  return (
    <LinkPage
      kind={isGranted ? 'ok' : 'wait'}
      icon={isGranted ? UserCheck : UserX}
      title={t(`group.request.${state}`)}
      text={t(`group.request.${state}_text`)}
      actions={<OnwardButton />}
    >
      <RequestCard decision={decision} />
    </LinkPage>
  );
}

function Loading() {
  const t = useText();
  return <LinkPage kind="busy" title={t('group.request.busy')} text={t('group.request.loading')} />;
}

function Failed(failed: Pick<LinkFailedProps, 'error' | 'again'>) {
  return <LinkFailed {...failed} title={useText()('group.request.broken')} />;
}

/** The applicant and the group. */
function RequestCard({ decision: { group, user } }: { decision: GroupRequestDecision }) {
  const name = useMemberName()(user);
  return (
    <Card>
      <Rows divider="avatar-m">
        <ListRow
          start={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="m" />}
          title={<span dir="auto">{name}</span>}
          sub={user.company}
        />
        <ListRow start={<GroupAvatar group={group} size="m" />} title={<span dir="auto">{group.title}</span>} />
      </Rows>
    </Card>
  );
}
