import type { HomeSections } from '@paddock/contract/calls/home';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { firstName } from '@paddock/contract/core/first-name';
import { localeOf, useNow } from '@paddock/mfe-kit/format';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useHrefs } from '@paddock/mfe-kit/navigation';
import { usePageHref } from '@paddock/mfe-kit/pages';
import { useSession } from '@paddock/mfe-kit/session';
import { useShortTime } from '@paddock/mfe-kit/short-time';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { EventTag } from '@paddock/ui/event';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { HomeRow, HomeSection, HomeStory } from '@paddock/ui/home-list';
import { Joined } from '@paddock/ui/joined';
import { useHasCome } from './event-times';

/** Id of the everybody group; the contract's constant would load the schemas of its calls. */
const everybodyGroupId = '0';

type Of<K extends keyof HomeSections> = NonNullable<HomeSections[K]>;

/** The latest chats with unread shouts, else the latest chats; each row opens its chat. */
export function ChatsList({ chats: { rows, unread } }: { chats: Of<'chats'> }) {
  const t = useText();
  const format = useFormat();
  const shortTime = useShortTime();
  const nameMember = useMemberName();
  const { user: self } = useSession();
  const hrefs = useHrefs();
  const authorOf = ({ username, last_shout: last }: (typeof rows)[number]) => {
    if (last?.user.id === self?.id) return t('home.you');
    return username === undefined && last ? firstName(last.user) || nameMember(last.user) : undefined;
  };
  const all = hrefs('chats.list', {});
  if (all === null) return null;
  return (
    <HomeSection
      title={t(unread > 0 ? 'home.unread_chats' : 'home.chats')}
      count={unread > 0 ? format.number(unread) : undefined}
      all={{ href: all, label: t('home.all_chats') }}
    >
      {rows.map((chat) => {
        const { id, username, last_shout: last, badge_number: count } = chat;
        const name = id === everybodyGroupId ? t('home.everybody') : nameMember({ fullname: chat.title });
        const author = last && !last.deleted ? authorOf(chat) : undefined;
        return (
          <HomeRow
            key={id}
            href={hrefs('shouts.conversation', { id }) ?? all}
            avatar={
              username === undefined ? (
                <GroupAvatar size="m" tone={toneOfGroup(chat.color)} icon={groupIcon(chat.icon)} src={chat.image_url} />
              ) : (
                <PersonAvatar size="m" id={id} name={name} src={chat.profile_image} online={chat.online} />
              )
            }
            title={name}
            end={last && shortTime(last.created)}
            author={author === undefined ? undefined : t('home.author', { name: author })}
            sub={last ? (last.deleted ? t('home.deleted') : last.text.trim() || t('home.attachment')) : chat.subtitle}
            unread={count > 0}
            badge={<Badge count={count} cap={99} text={format.number(count)} spoken={t('home.unread', { count })} />}
          />
        );
      })}
    </HomeSection>
  );
}

/** Addresses of a notice and of the tab of its namespace; null where that tab is not deployed. */
function useNoticeHrefs() {
  const hrefOf = usePageHref();
  return ({ id, namespace }: Of<'notices'>['rows'][number]) => ({
    notice: hrefOf({ page: { type: 'sponsor', namespace }, anchor: id }),
    all: hrefOf({ page: { type: 'sponsor', namespace } }),
  });
}

/** The latest notices of the deployed tabs. */
export function NoticesList({ notices: { rows, new: fresh } }: { notices: Of<'notices'> }) {
  const t = useText();
  const shortTime = useShortTime();
  const hrefsOf = useNoticeHrefs();
  const shown = rows.flatMap((row) => {
    const { notice, all } = hrefsOf(row);
    return notice === null || all === null ? [] : [{ ...row, href: notice, all }];
  });
  if (shown.length === 0) return null;
  return (
    <HomeSection
      title={t('home.notices')}
      count={fresh > 0 ? t('home.new_notices', { count: fresh }) : undefined}
      all={{ href: shown[0]!.all, label: t('home.all_notices') }}
    >
      {shown.map(({ id, href, color, title, created, desc, new: isNew }) => (
        <HomeRow
          key={id}
          href={href}
          tone={color}
          title={title}
          end={shortTime(created)}
          sub={desc}
          unread={isNew}
          newLabel={isNew ? t('home.new') : undefined}
        />
      ))}
    </HomeSection>
  );
}

/** The latest notice in place of a picture. */
export function Story({ notice }: { notice: Of<'notices'>['rows'][number] }) {
  const t = useText();
  const shortTime = useShortTime();
  const { notice: href } = useNoticeHrefs()(notice);
  if (href === null) return null;
  const { title, desc, color, owner, created } = notice;
  return (
    <HomeStory
      href={href}
      label={t('home.latest_notice')}
      title={title}
      text={desc}
      tone={color}
      byline={
        owner && (
          <>
            <PersonAvatar size="xs" id={owner.id} name={owner.fullname} src={owner.profile_image} />
            <span className="truncate">
              <Joined parts={[owner.fullname, shortTime(created)]} />
            </span>
          </>
        )
      }
    />
  );
}

/** The next events, each in its own time zone; one on another day shows its weekday below the time, from six days on its date. */
export function EventsList({ events }: { events: Of<'events'> }) {
  const t = useText();
  const hrefs = useHrefs();
  const all = hrefs('events.list', {});
  if (all === null) return null;
  return (
    <HomeSection title={t('home.next_events')} all={{ href: all, label: t('home.all_events') }}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} href={hrefs('events.detail', { id: event.id }) ?? all} />
      ))}
    </HomeSection>
  );
}

function EventRow({ event, href }: { event: PaddockEvent; href: string }) {
  const t = useText();
  const format = useFormat();
  const { language } = useSession();
  const { title, when, end, all_day: wholeDay, time_zone: timeZone, where, color } = event;
  const isOn = useHasCome(Date.parse(when));
  const now = useNow();
  const isToday = format.day(when, timeZone) === format.day(now, timeZone);
  const weekday = () =>
    new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone }).format(new Date(when));
  const days = format.date(when, { zone: timeZone });
  const isNear = Math.abs(Date.parse(when) - now) < 6 * dayMs;
  const sub = () => (wholeDay || isNear ? weekday() : days);
  return (
    <HomeRow
      href={href}
      when={{
        time: wholeDay ? days : format.time(when, timeZone),
        sub: wholeDay || !isToday ? sub() : end === undefined ? '' : format.time(end, timeZone),
      }}
      tone={color}
      title={title}
      end={isOn && <EventTag kind="now">{t('home.now')}</EventTag>}
      sub={where}
    />
  );
}
