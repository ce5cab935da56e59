import { invitationForm, readInvitableGroups, sendInvitations } from '@paddock/contract/calls/invitations';
import { ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm, type FailedRead } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useInviteHref } from '@paddock/mfe-kit/invite-button';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, ErrorState } from '@paddock/ui/state';
import { useState } from 'react';

type Groups = readonly { id: string; title: string }[] | FailedRead | undefined;

const form = defineForm({
  id: 'invite',
  schema: invitationForm,
  fields: (t, _session, groups: Groups) => [
    {
      type: 'contacts',
      name: 'emails',
      label: t('invite.emails'),
      help: t('invite.emails_help'),
      codes: { LENGTH_PATTERN: t('invite.too_many') },
    },
    {
      type: 'choices',
      name: 'groups',
      label: t('invite.groups'),
      options: Array.isArray(groups)
        ? (groups as readonly { id: string; title: string }[]).map(({ id, title }) => ({ id, label: title }))
        : (groups as FailedRead | undefined),
      when: () => !Array.isArray(groups) || groups.length > 0,
    },
  ],
  submit: (t) => t('invite.send'),
});

/** Invites people by e-mail (specification B §2, Invite). The reply is the same whether or not an address has an account. */
export function Invite() {
  const t = useText();
  const back = useBack();
  const { flags } = useSession();
  const mayInvite = useInviteHref() !== null;
  const [sent, setSent] = useState(false);
  const read = useCallQuery(readInvitableGroups, {}, { enabled: mayInvite });
  const send = useCallMutation(sendInvitations);
  const groups: Groups = read.data?.groups ?? (read.isError ? { ...read, error: read.error } : undefined);
  return (
    <Pane label={t('invite.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={t('invite.title')}
        back={{ label: t('invite.back'), onPress: back, alwaysShown: true }}
        column
      />
      <Scroll surface="canvas">
        <Column>
          {!mayInvite && <ErrorState title={t('invite.forbidden')} />}
          {mayInvite && sent && (
            <div role="status">
              <Empty
                title={t('invite.INVITE_SENT')}
                text={t('invite.sent_text')}
                action={<Button onPress={() => setSent(false)}>{t('invite.again')}</Button>}
              />
            </div>
          )}
          {mayInvite && !sent && (
            <Card pad>
              <p className="text-secondary">
                {t(flags.admin_approval_required ? 'invite.text_approval' : 'invite.text')}
              </p>
              <DataForm
                form={form}
                context={groups}
                onSubmit={async (input, client_id) => {
                  try {
                    await send.mutateAsync({ ...input, client_id });
                    setSent(true);
                  } catch (error) {
                    throw inOwnWords(error, t('invite.INVITE_NOT_SENT'));
                  }
                }}
              />
            </Card>
          )}
        </Column>
      </Scroll>
    </Pane>
  );
}

/** A refusal by a field, a limit or a right has words of its own; everything else means that nothing was sent. */
function inOwnWords(error: unknown, words: string): ApiError {
  const refused = asApiError(error);
  return refused.status >= 500 ? new ApiError(refused.code, words, refused.status) : refused;
}
