import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { Shout, ShoutCard as Card } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { Link, useHref, useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { toneOfGroup } from '@paddock/ui/group-icon';
import { ActionBar, CommentLine, Comments, Likers, ShoutCard, ShoutHead, ShoutText } from '@paddock/ui/shout-card';
import { PollOf } from '../polls/lazy-polls';
import { type ReactNode, Suspense, useState } from 'react';
import { Attached } from '../viewing/attached';
import { dayOf } from '../timeline/day-of';
import { likersNames } from './likers-names';
import { commentsPath, isDeleted } from '../actions/shout';
import { CommentsAction, LikeAction } from '../actions/shout-action';
import { ShoutMenu } from '../actions/shout-menu';
import type { ShoutActions } from '../actions/use-shout-actions';
import { RichText } from '../text/rich-text';

const ViewsCount = lazyPart(
  () => import('../readers/views-count'),
  'ViewsCount',
  () => import('../readers/reader-texts'),
);

interface ShoutItemProps {
  shout: Shout;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: Card) => void) | undefined;
  /** The shout is being edited. */
  marked: boolean;
  /** On the shout's own page, which lists all comments below. */
  isDetail?: boolean;
  /** The group's name leads to the shout in the feed, on pages beside the feed. */
  linksToPlace?: boolean;
}

/** A shout as a card: header, text, attachments, likes, actions and its newest comments. */
export function ShoutItem({
  shout,
  now,
  actions,
  onEdit,
  marked,
  isDetail = false,
  linksToPlace = isDetail,
}: ShoutItemProps) {
  const t = useText();
  const format = useFormat();
  const { flags, language } = useSession();
  const profile = useHref('people.profile', { uid: shout.user.id });
  const { group, user } = shout;
  const nameOf = useMemberName();
  const name = nameOf(user);
  const namesOf = (people: readonly UserCard[]) =>
    new Intl.ListFormat(localeOf(language)).format(people.map((person) => nameOf(person)));
  const [views, setViews] = useState(false);
  const deleted = isDeleted(shout);
  return (
    <ShoutCard labelledBy={`by-${shout.id}`} marked={marked}>
      <ShoutHead
        avatar={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="m" online={user.online} />}
        name={name}
        nameId={`by-${shout.id}`}
        {...(profile !== null && user.fullname && { href: profile })}
        {...(group && {
          to: {
            name: group.id === everybodyGroupId ? t('everybody') : group.title,
            tone: toneOfGroup(group.color),
            href: `#/main/shouts/${group.id}${linksToPlace ? `?shout=${shout.id}` : ''}`,
          },
        })}
        {...(shout.recipients && { to: { name: t('private_to', { names: namesOf(shout.recipients) }) } })}
        time={format.relativeShort(shout.created, now)}
        timeTitle={`${dayOf(format, shout.created, now)}, ${format.time(shout.created)}`}
        dateTime={shout.created}
        note={shout.updated !== undefined && !deleted && <span>{t('edited')}</span>}
        more={
          !deleted && (
            <ShoutMenu shout={shout} now={now} actions={actions} onEdit={onEdit} onViews={() => setViews(true)} />
          )
        }
      />
      {deleted ? (
        <ShoutText>
          <span className="text-tertiary">{t('deleted')}</span>
        </ShoutText>
      ) : (
        <>
          <ShoutText>
            <RichText text={shout.shout} mentions={shout.mentions} shout={shout} />
          </ShoutText>
          <PollOf shout={shout} now={now} actions={actions} />
          <Attached shout={shout} />
          <LikersLine shout={shout} />
        </>
      )}
      {(!deleted || shout.comments_count > 0) && (
        <ActionBar label={t('actions')}>
          <LikeAction shout={shout} actions={actions} />
          <CommentsAction shout={shout} here={isDetail} />
          {views && !deleted && (
            <Suspense>
              <ViewsCount id={shout.id} onClose={() => setViews(false)} />
            </Suspense>
          )}
        </ActionBar>
      )}
      {!isDetail && !flags.disable_comments && shout.comments.length > 0 && (
        <Comments>
          {shout.comments_count > shout.comments.length && (
            <Link href={commentsPath(shout)} className="link label">
              {t('more_comments', { count: shout.comments_count - shout.comments.length })}
            </Link>
          )}
          {shout.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} now={now} />
          ))}
        </Comments>
      )}
    </ShoutCard>
  );
}

function LikersLine({ shout }: { shout: Card }) {
  const t = useText();
  const { language, flags } = useSession();
  const navigate = useNavigate();
  if (flags.disable_likes || shout.likes_count === 0) return null;
  const names = likersNames(shout, language);
  const people = shout.first_likes.map((user) => ({ id: user.id, name: user.fullname, src: user.profile_image }));
  return (
    <Likers people={people} onPress={() => navigate(`/main/likers/${shout.id}`)}>
      {names === null
        ? t('liked_by_count', { count: shout.likes_count })
        : t('liked_by', { names, count: shout.likes_count })}
    </Likers>
  );
}

interface CommentItemProps {
  comment: Card;
  now: number;
  foot?: ReactNode;
  more?: ReactNode;
  /** The comment is being edited. */
  marked?: boolean;
}

export function CommentItem({ comment, now, foot, more, marked = false }: CommentItemProps) {
  const t = useText();
  const format = useFormat();
  const profile = useHref('people.profile', { uid: comment.user.id });
  const { user } = comment;
  const name = useMemberName()(user);
  return (
    <CommentLine
      avatar={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="s" />}
      name={name}
      {...(profile !== null && user.fullname && { href: profile })}
      time={format.relativeShort(comment.created, now)}
      dateTime={comment.created}
      foot={foot}
      more={more}
      marked={marked}
    >
      {isDeleted(comment) ? (
        <span className="text-tertiary">{t('deleted')}</span>
      ) : (
        <>
          <RichText text={comment.shout} mentions={comment.mentions} shout={comment} />
          <Attached shout={comment} />
        </>
      )}
    </CommentLine>
  );
}
