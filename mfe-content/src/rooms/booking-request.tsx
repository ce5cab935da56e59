import { type BookingRequest, confirmBooking, rejectBooking, verifyBooking } from '@paddock/contract/calls/bookings';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import {
  isTransient,
  LinkFailed,
  type LinkFailedProps,
  LinkPage,
  OnwardButton,
  useLinkCall,
} from '@paddock/mfe-kit/link-call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { CalendarCheck, CalendarClock, CalendarX } from 'lucide-react';
import { RequestFacts } from './request-facts';

type Verb = 'confirm' | 'reject';
type Params = ScreenProps<'id' | 'token'>;

/** An identical earlier decision counts as success; an opposite one is an error, as for requests for access. */
const doneBefore = { confirm: 'ALREADY_GRANTED', reject: 'ALREADY_DENIED' } as const;
const doneState = { confirm: 'confirmed', reject: 'rejected' } as const;

export const ConfirmBooking = ({ params }: Params) => <Request key={params.token} verb="confirm" {...params} />;
export const RejectBooking = ({ params }: Params) => <Request key={params.token} verb="reject" {...params} />;

/** The page of a mailed link about a booking (specification B §2). Opening it changes nothing: scanners of mail open links too. */
function Request({ verb, id, token }: { verb: Verb; id: string; token: string }) {
  const t = useText();
  const errorText = useErrorText();
  const link = { id, admin_token: token };
  const asked = useLinkCall(verifyBooking, link);
  const confirm = useCallMutation(confirmBooking);
  const reject = useCallMutation(rejectBooking);
  const acts = { confirm, reject };
  for (const one of ['confirm', 'reject'] as const) {
    const { data, error } = acts[one];
    if (data || error?.code === doneBefore[one])
      return <DecisionResult state={doneState[one]} request={data ?? asked.data} />;
    if (error && !isTransient(error)) return <Failed error={error} again={asked.again} />;
  }
  if (asked.error) return <Failed error={asked.error} again={asked.again} />;
  const request = asked.data;
  if (!request) return <LinkPage kind="busy" title={t('request.busy')} text={t('request.loading')} />;
  if (request.state !== 'pending') return <DecisionResult state={request.state} request={request} />;
  const failed = confirm.error ?? reject.error;
  const isBusy = confirm.isPending || reject.isPending;
  const order: Verb[] = verb === 'confirm' ? ['confirm', 'reject'] : ['reject', 'confirm'];
  return (
    <LinkPage
      kind="wait"
      icon={CalendarClock}
      title={t('request.title')}
      text={t('request.text')}
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
              variant={
                one === 'reject' ? (one === verb ? 'danger' : 'danger-outline') : one === verb ? 'primary' : 'neutral'
              }
              pending={acts[one].isPending}
              disabled={isBusy}
              onPress={() => acts[one].mutate(link)}
            >
              {t(`request.${one}`)}
            </Button>
          ))}
        </>
      }
    >
      <RequestFacts request={request} />
    </LinkPage>
  );
}

/** What was decided, by this press or before. */
function DecisionResult({ state, request }: { state: BookingRequest['state']; request: BookingRequest | undefined }) {
  const t = useText();
  return (
    <LinkPage
      kind={state === 'confirmed' ? 'ok' : 'wait'}
      icon={state === 'confirmed' ? CalendarCheck : CalendarX}
      title={t(`request.${state}`)}
      text={t(`request.${state}_text`)}
      actions={<OnwardButton />}
    >
      {request && <RequestFacts request={request} />}
    </LinkPage>
  );
}

function Failed(failed: Pick<LinkFailedProps, 'error' | 'again'>) {
  return <LinkFailed {...failed} title={useText()('request.broken')} />;
}
