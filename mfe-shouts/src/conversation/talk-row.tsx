import type { Shout, ShoutCard } from '@paddock/contract/shouts';
import type { UserCard } from '@paddock/contract/users';
import { useFormat, useText, useMemberName } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Bubble, BubbleRun, DaySeparator, NewLine, TypingLine } from '@paddock/ui/bubbles';
import { Attached } from '../shared/attached';
import { CommentsAction, LikeAction } from '../shared/shout-action';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import type { useShoutActions } from '../shared/use-shout-actions';
import { WrittenText } from '../text/written-text';
import type { TalkPart } from './talk-parts';

interface TalkRowProps {
  part: TalkPart;
  /** Speakers are named; between two people nobody needs to be. */
  group: boolean;
  now: number;
  actions: ReturnType<typeof useShoutActions>;
  onEdit: (shout: ShoutCard) => void;
}

/** One part of a conversation: a day, a run of one speaker, the line before what is new, what is under way, who is writing. */
export function TalkRow({ part, ...rest }: TalkRowProps) {
  const t = useText();
  const format = useFormat();
  switch (part.kind) {
    case 'day':
      return <DaySeparator>{format.day(part.instant)}</DaySeparator>;
    case 'new':
      return <NewLine>{t('new', { count: part.count })}</NewLine>;
    case 'run':
      return <Run shouts={part.shouts} {...rest} />;
    case 'unsent':
      return (
        <BubbleRun own speaker={t('you')} meta={<UnsentStatus item={part.item} />}>
          <Bubble sending>
            <WrittenText text={part.item.input.shout ?? ''} mentions={[]} />
          </Bubble>
        </BubbleRun>
      );
    case 'typing':
      return <TypingLine>{writing(t, part.users)}</TypingLine>;
  }
}

function writing(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map((user) => user.fullname.trim().split(/\s+/)[0] ?? user.username);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}

type RunProps = { shouts: readonly Shout[] } & Omit<TalkRowProps, 'part'>;

function Run({ shouts, group, now, actions, onEdit }: RunProps) {
  const t = useText();
  const format = useFormat();
  const { user: self } = useSession();
  const last = shouts.at(-1)!;
  const { user } = last;
  const own = user.id === self?.id;
  const name = useMemberName()(user);
  return (
    <BubbleRun
      own={own}
      speaker={own ? t('you') : name}
      {...(group &&
        !own && {
          avatar: <PersonAvatar id={user.id} name={name} src={user.profile_image} size="s" />,
          name,
        })}
      time={format.time(last.created)}
      meta={<RunMeta shout={last} now={now} actions={actions} onEdit={onEdit} />}
    >
      {shouts.map((shout) => (
        <Bubble key={shout.id} item={shout.id} media={shout.image_urls.length > 0 && shout.shout.trim() === ''}>
          {shout.deleted || shout.admin_deleted ? (
            <span className="three">{t('deleted')}</span>
          ) : (
            <>
              <WrittenText text={shout.shout} mentions={shout.mentions} />
              <Attached shout={shout} />
            </>
          )}
        </Bubble>
      ))}
    </BubbleRun>
  );
}

/** Like, comments and menu of a run's last shout. */
function RunMeta({ shout, now, actions, onEdit }: { shout: Shout } & Pick<RunProps, 'now' | 'actions' | 'onEdit'>) {
  const t = useText();
  if (shout.deleted || shout.admin_deleted) return null;
  return (
    <>
      {shout.updated !== undefined && <span>{t('edited')}</span>}
      <LikeAction shout={shout} actions={actions} />
      <CommentsAction shout={shout} />
      <ShoutMenu shout={shout} now={now} actions={actions} onEdit={onEdit} />
    </>
  );
}
