import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Bubble, BubbleMeta, BubbleRun, DaySeparator, NewLine, TypingLine } from '@paddock/ui/bubbles';
import type { ReactNode } from 'react';
import type { Posting, Unsent } from '../composing/use-posting';
import { Attached } from '../shared/attached';
import { isDeleted } from '../shared/shout';
import { CommentsAction, LikeAction } from '../shared/shout-action';
import { dayOf } from '../shared/day-of';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import type { ShoutActions } from '../shared/use-shout-actions';
import { RichText } from '../text/rich-text';
import { InView } from '../shared/in-view';
import type { RunEntry, TimelineItem } from './timeline';

interface TimelineRowProps {
  item: TimelineItem;
  /** Shows names and pictures of the authors. */
  group: boolean;
  now: number;
  actions: ShoutActions;
  posting: Pick<Posting, 'retry' | 'discard'>;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Id of the shout being edited. */
  editedId: string | undefined;
  /** Position up to which the member has read. */
  readSeq: number;
  /** Called with the position of each unread shout by another member that enters the viewport. */
  onSeen: (seq: number) => void;
}

/** One item of a conversation's timeline. */
export function TimelineRow({ item, ...rest }: TimelineRowProps) {
  const t = useText();
  const format = useFormat();
  switch (item.kind) {
    case 'day':
      return <DaySeparator>{dayOf(format, item.instant, rest.now)}</DaySeparator>;
    case 'new':
      return <NewLine>{t('new', { count: item.count })}</NewLine>;
    case 'run':
      return <Run user={item.user} entries={item.entries} {...rest} />;
    case 'typing':
      return <TypingLine>{typingText(t, item.users)}</TypingLine>;
  }
}

function typingText(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map((user) => user.fullname.trim().split(/\s+/)[0] ?? user.username);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}

type RunProps = { user: UserCard; entries: readonly RunEntry[] } & Omit<TimelineRowProps, 'item'>;

function Run({ user, entries, group, ...rest }: RunProps) {
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
      {entries.map((entry, index) => {
        const last = index === entries.length - 1;
        return 'unsent' in entry ? (
          <UnsentBubble key={entry.key} item={entry.unsent} last={last} posting={rest.posting} />
        ) : (
          <ShoutBubble key={entry.key} shout={entry.shout} own={own} last={last} {...rest} />
        );
      })}
    </BubbleRun>
  );
}

interface UnsentBubbleProps extends Pick<RunProps, 'posting'> {
  item: Unsent;
  last: boolean;
}

/** Not confirmed yet. The last one and each refused one show their status. */
function UnsentBubble({ item, last, posting }: UnsentBubbleProps) {
  const failed = item.status === 'failed';
  return (
    <>
      <Bubble sending={!failed} failed={failed}>
        <RichText text={item.input.shout ?? ''} mentions={[]} />
      </Bubble>
      {(last || failed) && (
        <BubbleMeta>
          <UnsentStatus item={item} posting={posting} />
        </BubbleMeta>
      )}
    </>
  );
}

interface ShoutBubbleProps extends Pick<RunProps, 'now' | 'actions' | 'onEdit' | 'editedId' | 'readSeq' | 'onSeen'> {
  shout: Shout;
  own: boolean;
  last: boolean;
}

/** The last shout of a run shows time and actions; so does each with likes, comments or an edit. Others have a menu only. */
function ShoutBubble({ shout, own, last, now, actions, onEdit, editedId, readSeq, onSeen }: ShoutBubbleProps) {
  const t = useText();
  const format = useFormat();
  const { seq = 0 } = shout;
  const deleted = isDeleted(shout);
  const hasMeta =
    last || (!deleted && (shout.likes_count > 0 || shout.comments_count > 0 || shout.updated !== undefined));
  const menu = (withReactions: boolean): ReactNode => (
    <ShoutMenu shout={shout} now={now} actions={actions} onEdit={onEdit} withReactions={withReactions} />
  );
  return (
    <>
      <Bubble
        item={shout.id}
        media={shout.image_urls.length > 0 && shout.shout.trim() === ''}
        marked={shout.id === editedId}
        menu={!hasMeta && !deleted && menu(true)}
      >
        {deleted ? (
          <span className="text-tertiary">{t('deleted')}</span>
        ) : (
          <>
            <RichText text={shout.shout} mentions={shout.mentions} />
            <Attached shout={shout} />
          </>
        )}
        {!own && seq > readSeq && <InView onEnter={() => onSeen(seq)} />}
      </Bubble>
      {hasMeta && (
        <BubbleMeta time={format.time(shout.created)}>
          {!deleted && (
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
