import { joinGroupByLink, verifyGroupLink } from '@paddock/contract/calls/group-links';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { isTransient, useLinkCall } from '@paddock/mfe-kit/link-call';
import { useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { GroupPage, GroupPanel, Outside } from '@paddock/ui/group';
import { Scroll } from '@paddock/ui/pane';
import { ErrorState, Skeleton } from '@paddock/ui/state';
import { Building2, DoorOpen, Unlink } from 'lucide-react';
import { useEffect } from 'react';
import { GroupAvatar } from '../group-avatar';
import { GroupFrame } from '../group-frame';
import { groupReads } from '../use-group';

/** The page of an invitation link: shows the group, and joins it on a press; one of another workplace offers to switch first. */
export function JoinByLink({ params }: ScreenProps<'id' | 'token'>) {
  const { workplace } = useSession();
  return <Invitation key={workplace} {...params} />;
}

function Invitation({ id, token }: { id: string; token: string }) {
  const t = useText();
  const { community, workplace, workplaces, switchWorkplace } = useSession();
  const toast = useToast();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const onPress = useBack('/main/chats');
  const link = { id, link_token: token };
  const { data, error, again } = useLinkCall(verifyGroupLink, link);
  const enter = () => navigate(`/main/chats/${id}`, { replace: true });
  const join = useCallMutation(joinGroupByLink, {
    invalidates: groupReads,
    onSuccess() {
      toast('group.outside.added');
      enter();
    },
    onError: toast.error,
  });
  const isElsewhere = data !== undefined && data.workplace !== workplace;
  const place = workplaces.find((one) => one.id === data?.workplace)?.title ?? community.title;
  const isMember = data?.member === true && !isElsewhere;
  useEffect(() => {
    if (isMember) navigate(`/main/chats/${id}`, { replace: true });
  }, [isMember, id, navigate]);
  return (
    <GroupFrame label={t('group.invitation.label')} back={{ onPress }}>
      <Scroll surface="canvas" flush>
        {error ? (
          <ErrorState
            icon={Unlink}
            title={errorText(error)}
            code={error.code}
            {...(isTransient(error)
              ? { retryLabel: t('group.retry'), onRetry: again }
              : { backLabel: t('group.to_chats'), onBack: () => navigate('/main/chats', { replace: true }) })}
          />
        ) : data && !isMember ? (
          <GroupPage outside>
            <GroupPanel
              avatar={<GroupAvatar group={data.group} />}
              title={data.group.title}
              description={data.group.description}
            />
            {isElsewhere ? (
              <Outside
                icon={Building2}
                title={t('group.invitation.elsewhere', { place })}
                text={t('group.invitation.elsewhere_text')}
                action={
                  <Button variant="primary" onPress={() => switchWorkplace(data.workplace)}>
                    {t('group.invitation.switch', { place })}
                  </Button>
                }
              />
            ) : data.removed ? (
              <Outside
                title={t('group.outside.title')}
                text={t('group.outside.text_removed')}
                action={
                  !data.group.invisible && (
                    <Button variant="primary" onPress={() => navigate(`/main/group/${id}`, { replace: true })}>
                      {t('group.outside.to_ask')}
                    </Button>
                  )
                }
              />
            ) : (
              <Outside
                icon={DoorOpen}
                title={t('group.invitation.title')}
                text={t('group.invitation.text')}
                action={
                  <Button variant="primary" pending={join.isPending} onPress={() => join.mutate(link)}>
                    {t('group.outside.join')}
                  </Button>
                }
              />
            )}
          </GroupPage>
        ) : (
          <Skeleton shape="detail" label={t('group.loading')} />
        )}
      </Scroll>
    </GroupFrame>
  );
}
