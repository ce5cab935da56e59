import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Bubble, BubbleMeta, BubbleRun, DaySeparator, NewLine, TypingLine } from '@paddock/ui/bubbles';
import type { ReactNode } from 'react';
import type { Posting, Unsent } from '../composing/use-posting';
import { Attached } from '../shared/attached';
import { CommentsAction, LikeAction } from '../shared/shout-action';
import { dayOf } from '../shared/day-of';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import type { useShoutActions } from '../shared/use-shout-actions';
import { WrittenText } from '../text/written-text';
import { InSight } from '../shared/in-sight';
import type { Said, TalkPart } from './timeline';

interface TalkRowProps {
  part: TalkPart;
  /** Speakers are named; between two people nobody needs to be. */
  group: boolean;
  now: number;
  actions: ReturnType<typeof useShoutActions>;
  posting: Pick<Posting, 'retry' | 'discard'>;
  /** Without it nobody may write here. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** The id of the shout that is being edited. */
  edited: string | undefined;
  /** How far the member has read. */
  read: number;
  /** Told the position of each shout of somebody else behind it that comes into sight. */
  onSeen: (seq: number) => void;
}

/** One part of a conversation: a day, a run of one speaker, the line before what is new, who is writing. */
export function TalkRow({ part, ...rest }: TalkRowProps) {
  const t = useText();
  const format = useFormat();
  switch (part.kind) {
    case 'day':
      return <DaySeparator>{dayOf(format, part.instant, rest.now)}</DaySeparator>;
    case 'new':
      return <NewLine>{t('new', { count: part.count })}</NewLine>;
    case 'run':
      return <Run user={part.user} said={part.said} {...rest} />;
    case 'typing':
      return <TypingLine>{writing(t, part.users)}</TypingLine>;
  }
}

function writing(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map((user) => user.fullname.trim().split(/\s+/)[0] ?? user.username);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}

type RunProps = { user: UserCard; said: readonly Said[] } & Omit<TalkRowProps, 'part'>;

function Run({ user, said, group, ...rest }: RunProps) {
  const t = useText();
  const { user: self } = useSession();
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
    >
      {said.map((one, index) => {
        const last = index === said.length - 1;
        return 'unsent' in one ? (
          <UnsentBubble key={one.key} item={one.unsent} last={last} posting={rest.posting} />
        ) : (
          <ShoutBubble key={one.key} shout={one.shout} own={own} last={last} {...rest} />
        );
      })}
    </BubbleRun>
  );
}

interface UnsentBubbleProps extends Pick<RunProps, 'posting'> {
  item: Unsent;
  last: boolean;
}

/** On its way; the last of them says so, and each that was refused. */
function UnsentBubble({ item, last, posting }: UnsentBubbleProps) {
  const failed = item.status === 'failed';
  return (
    <>
      <Bubble sending={!failed} failed={failed}>
        <WrittenText text={item.input.shout ?? ''} mentions={[]} />
      </Bubble>
      {(last || failed) && (
        <BubbleMeta>
          <UnsentStatus item={item} posting={posting} />
        </BubbleMeta>
      )}
    </>
  );
}

interface ShoutBubbleProps extends Pick<RunProps, 'now' | 'actions' | 'onEdit' | 'edited' | 'read' | 'onSeen'> {
  shout: Shout;
  own: boolean;
  last: boolean;
}

/** The last of a run says when, and offers what can be done; so does each that has likes, comments or a change to show. */
function ShoutBubble({ shout, own, last, now, actions, onEdit, edited, read, onSeen }: ShoutBubbleProps) {
  const t = useText();
  const format = useFormat();
  const { seq = 0 } = shout;
  const gone = shout.deleted || shout.admin_deleted;
  const lined = last || (!gone && (shout.likes_count > 0 || shout.comments_count > 0 || shout.updated !== undefined));
  const menu = (whole: boolean): ReactNode => (
    <ShoutMenu shout={shout} now={now} actions={actions} onEdit={onEdit} whole={whole} />
  );
  return (
    <>
      <Bubble
        item={shout.id}
        media={shout.image_urls.length > 0 && shout.shout.trim() === ''}
        marked={shout.id === edited}
        menu={!lined && !gone && menu(true)}
      >
        {gone ? (
          <span className="text-tertiary">{t('deleted')}</span>
        ) : (
          <>
            <WrittenText text={shout.shout} mentions={shout.mentions} />
            <Attached shout={shout} />
          </>
        )}
        {!own && seq > read && <InSight onSight={() => onSeen(seq)} />}
      </Bubble>
      {lined && (
        <BubbleMeta time={format.time(shout.created)}>
          {!gone && (
            <>
              {shout.updated !== undefined && <span>{t('edited')}</span>}
              <LikeAction shout={shout} actions={actions} />
              <CommentsAction shout={shout} />
              {menu(false)}
            </>
          )}
        </BubbleMeta>
      )}
    </>
  );
}
