import type { Shout, ShoutCard } from '@paddock/contract/shouts';
import type { UserCard } from '@paddock/contract/users';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Bubble, BubbleRun, DaySeparator, NewLine, Talk, TypingLine } from '@paddock/ui/bubbles';
import { Action } from '@paddock/ui/shout-card';
import { MessageSquare, ThumbsUp } from 'lucide-react';
import type { Unsent } from '../composing/use-posting';
import { Attached } from '../shared/attached';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import type { useShoutActions } from '../shared/use-shout-actions';
import { WrittenText } from '../text/written-text';
import { talkParts } from './talk-parts';

interface ConversationTalkProps {
  label: string;
  shouts: readonly Shout[];
  unsent: readonly Unsent[];
  typing: readonly UserCard[];
  /** Speakers are named; between two people nobody needs to be. */
  group: boolean;
  readSeq: number;
  now: number;
  actions: ReturnType<typeof useShoutActions>;
  onEdit: (shout: ShoutCard) => void;
}

/** The bubbles: days, runs of one speaker, the line before what is new, what is under way, who is writing. */
export function ConversationTalk(props: ConversationTalkProps) {
  const { label, shouts, unsent, typing, group, readSeq, now, actions, onEdit } = props;
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  return (
    <Talk label={label}>
      {talkParts(shouts, user?.id, readSeq).map((part) => {
        if (part.kind === 'day') return <DaySeparator key={part.key}>{format.day(part.instant)}</DaySeparator>;
        if (part.kind === 'new') return <NewLine key={part.key}>{t('new', { count: part.count })}</NewLine>;
        return <Run key={part.key} {...{ shouts: part.shouts, group, now, actions, onEdit }} />;
      })}
      {unsent.map((item) => (
        <BubbleRun key={item.client_id} own speaker={t('you')} meta={<UnsentStatus item={item} />}>
          <Bubble sending>
            <WrittenText text={item.input.shout ?? ''} mentions={[]} />
          </Bubble>
        </BubbleRun>
      ))}
      {typing.length > 0 && <TypingLine>{writing(t, typing)}</TypingLine>}
    </Talk>
  );
}

function writing(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map((user) => user.fullname.trim().split(/\s+/)[0] ?? user.username);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}

type RunProps = { shouts: readonly Shout[] } & Pick<ConversationTalkProps, 'group' | 'now' | 'actions' | 'onEdit'>;

function Run({ shouts, group, now, actions, onEdit }: RunProps) {
  const t = useText();
  const format = useFormat();
  const { user: self } = useSession();
  const last = shouts.at(-1)!;
  const { user } = last;
  const own = user.id === self?.id;
  return (
    <BubbleRun
      own={own}
      speaker={own ? t('you') : user.fullname}
      {...(group &&
        !own && {
          avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" />,
          name: user.fullname,
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
  const format = useFormat();
  const { flags } = useSession();
  if (shout.deleted || shout.admin_deleted) return null;
  return (
    <>
      {shout.updated !== undefined && <span>{t('edited')}</span>}
      {!flags.disable_likes && (
        <Action
          icon={ThumbsUp}
          label={t('like', { count: shout.likes_count })}
          {...(shout.likes_count > 0 && { count: format.number(shout.likes_count) })}
          on={shout.liked}
          onPress={() => actions.toggleLike(shout)}
        />
      )}
      {!flags.disable_comments && (
        <Action
          icon={MessageSquare}
          label={t('comments', { count: shout.comments_count })}
          {...(shout.comments_count > 0 && { count: format.number(shout.comments_count) })}
          href={`#/main/shout/${shout.id}`}
        />
      )}
      <ShoutMenu shout={shout} now={now} actions={actions} onEdit={onEdit} />
    </>
  );
}
