import { createGroup } from '@paddock/contract/calls/groups';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm, loadedPicture } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Column, Scroll } from '@paddock/ui/pane';
import { Progress } from '@paddock/ui/progress';
import { useEffect, useState } from 'react';
import { GroupAvatar } from '../group-avatar';
import { newColor, newIcon, newMembers, newTitle } from '../group-forms';
import { GroupFrame } from '../group-frame';
import { groupReads } from '../use-group';
import { useTitleCheck } from '../use-title-check';
import styles from './create-group.module.css';
import { useNewGroup } from './use-new-group';

const steps = ['title', 'color', 'icon', 'members'] as const;
type Step = (typeof steps)[number];
const addressOf = (step: Step) => (step === 'title' ? '/main/group/new' : `/main/group/new/${step}`);

/** The creation of a group in four steps, each with an address of its own (A §2, Group screens). */
export function CreateGroup({ params }: ScreenProps<'step'>) {
  const t = useText();
  const { flags, isAdmin } = useSession();
  const navigate = useNavigate();
  const { group, put, clear } = useNewGroup();
  const step = steps.find((one) => one === params.step) ?? 'title';
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const onPress = useBack(before ? addressOf(before) : '/main/chats');
  const may = flags.everybody_can_create_groups || isAdmin;
  // A later step without the first one: an old address.
  const [made, setMade] = useState<string>();
  const astray = made === undefined && step !== 'title' && !group.title;
  useEffect(() => {
    if (astray) navigate(addressOf('title'), { replace: true });
  }, [astray, navigate]);
  useEffect(() => {
    if (made !== undefined) navigate(`/main/chats/${made}`, { replace: true });
  }, [made, navigate]);
  const next = () => navigate(addressOf(steps[at + 1]!));
  return (
    <GroupFrame label={t('group.create.label')} back={{ onPress }}>
      <Scroll surface="canvas">
        {!may ? (
          <LoadFailed
            error={new ApiError('FORBIDDEN', t('group.create.forbidden'), 403)}
            pending={false}
            onRetry={() => undefined}
          />
        ) : (
          <Column className={styles.column ?? ''}>
            <div className={styles.progress}>
              <p className="label text-secondary" role="status">
                {t('group.create.step', { at: at + 1, of: steps.length, name: t(`group.create.steps.${step}`) })}
              </p>
              <Progress percent={((at + 1) / steps.length) * 100} label={t('group.create.progress')} />
            </div>
            {step !== 'title' && !astray && (
              <p className={styles.preview}>
                <GroupAvatar group={group} />
                <span className="heading" dir="auto">
                  {group.title}
                </span>
              </p>
            )}
            {step === 'title' && <TitleStep {...{ group, put, next }} />}
            {step === 'color' && !astray && (
              <DataForm
                key="color"
                form={newColor}
                initial={{ color: group.color ?? '#2a6fdb' }}
                onSubmit={async ({ color }) => {
                  put({ color });
                  next();
                }}
              />
            )}
            {step === 'icon' && !astray && (
              <DataForm
                key="icon"
                form={newIcon}
                context={{ color: group.color }}
                initial={{
                  icon: group.icon ?? 'users',
                  ...(group.image_url !== undefined && {
                    image_url: [loadedPicture(group.image_url, t('group.fields.picture'))],
                  }),
                }}
                onSubmit={async ({ icon, image_url }) => {
                  put({ icon, image_url: typeof image_url === 'string' ? image_url : undefined });
                  next();
                }}
              />
            )}
            {step === 'members' && !astray && (
              <MembersStep
                group={group}
                put={put}
                onMade={(id) => {
                  setMade(id);
                  clear();
                }}
              />
            )}
          </Column>
        )}
      </Scroll>
    </GroupFrame>
  );
}

type Flow = ReturnType<typeof useNewGroup>;

function TitleStep({ group, put, next }: Pick<Flow, 'group' | 'put'> & { next: () => void }) {
  const { flags } = useSession();
  const { check, demandFree } = useTitleCheck();
  const { title, description, invisible, joiners_read_only } = group;
  const { autojoin = flags.users_can_join_groups_automatically } = group;
  return (
    <DataForm
      form={newTitle}
      context={{ check }}
      initial={{
        autojoin: autojoin === true,
        ...(title !== undefined && { title, description: description ?? '', invisible: invisible === true }),
        ...(joiners_read_only !== undefined && { joiners_read_only: joiners_read_only === true }),
      }}
      onSubmit={async (input) => {
        await demandFree(input.title);
        put({
          description: undefined,
          invisible: undefined,
          autojoin: undefined,
          joiners_read_only: undefined,
          ...input,
        });
        next();
      }}
    />
  );
}

function MembersStep({ group, put, onMade }: Pick<Flow, 'group' | 'put'> & { onMade: (id: string) => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const create = useCallMutation(createGroup, {
    invalidates: groupReads,
    onError(error) {
      // The title was taken, or the picture deleted, since the step that alone can change it.
      const step =
        error.code === 'GROUP_NAME_NOT_AVAILABLE' ? 'title' : error.code === 'FILE_NOT_FOUND' ? 'icon' : null;
      if (step === null) return;
      if (step === 'icon') put({ image_url: undefined });
      toast.error(error);
      navigate(addressOf(step), { replace: true });
    },
  });
  return (
    <DataForm
      form={newMembers}
      onSubmit={async ({ users }) => {
        const { title = '', ...rest } = group;
        const { group: made } = await create.mutateAsync({ ...rest, title, ...(users && { users }) });
        onMade(made.id);
      }}
    />
  );
}
