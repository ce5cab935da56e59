import { firstName } from '@paddock/contract/core/first-name';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { Reload } from '@paddock/mfe-kit/reload';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { IconButton } from '@paddock/ui/button';
import { HomeBrand, HomeGreeting, HomeLayout, HomeNote } from '@paddock/ui/home';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { FeaturedEvent } from './featured-event';
import { HomeButtons, useShownButtons } from './home-buttons';
import { useHome } from './use-home';

/** Rows of a list; `homeRows` of the contract would load the schemas of its calls. */
const listRows = 5;

// They load beside the page's own data.
const loadLists = () => import('./home-lists');
const ChatsList = lazy(async () => ({ default: (await loadLists()).ChatsList }));
const EventsList = lazy(async () => ({ default: (await loadLists()).EventsList }));
const NoticesList = lazy(async () => ({ default: (await loadLists()).NoticesList }));
const Story = lazy(async () => ({ default: (await loadLists()).Story }));

/**
 * The home page (specification B §2): the admins' picture and text, the featured event, and what is new in the other tabs. Without a
 * picture the latest notice takes its place. The greeting renders at once, the rest together, so that nothing moves.
 */
export function Home() {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const { user, community, flags, isAdmin } = useSession();
  const title = useTabTitle('home') ?? t('home.title');
  const answer = useHome();
  const buttons = useShownButtons(flags.home_tab.buttons);
  const hasChats = useHref('chats.list', {}) !== null;
  const hasEvents = useHref('events.list', {}) !== null;
  const eventHref = useHref('events.detail', { id: answer.data?.event?.id ?? '' });
  useEffect(() => {
    // A list that renders requests it again.
    loadLists().catch(() => undefined);
  }, []);
  if (!user) return null;

  const { description = '', image_url, crop, url, event, events, chats, notices } = answer.data ?? {};
  // Sections whose pages are not deployed are hidden.
  const featured = event && eventHref !== null && (
    <FeaturedEvent key={event.id} event={event} href={eventHref} onOver={() => void answer.refetch()} />
  );
  const story = image_url === undefined ? notices?.rows[0] : undefined;
  // The service sends one more, for the story.
  const otherNotices = notices && { ...notices, rows: notices.rows.slice(story ? 1 : 0).slice(0, listRows) };
  const hasNote = description !== '' || image_url !== undefined;
  const lists = [
    chats && hasChats && <ChatsList key="chats" chats={chats} />,
    otherNotices && otherNotices.rows.length > 0 && <NoticesList key="notices" notices={otherNotices} />,
  ].filter(Boolean);
  const next = events && hasEvents && <EventsList events={events} />;
  const nothing = answer.isSuccess && !hasNote && !story && !featured && lists.length === 0 && !next;
  const greeting = t('home.greeting', { name: firstName(user) });
  const shapes = (
    <Column width="wide">
      <Skeleton shape="card" count={3} label={t('loading')} />
    </Column>
  );
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader actions={isAdmin && <IconButton icon={Pencil} label={t('home.edit')} href="#/main/home/edit" />}>
        <HomeBrand mark={<BrandMark size={22} />} name={community.title} />
        <HomeGreeting text={greeting} day={format.day(now)} />
      </ScreenHeader>
      <Scroll surface="canvas" readOnly={buttons.length === 0 && !featured}>
        <Reload query={answer} />
        <Suspense fallback={shapes}>
          {answer.isPending && answer.isFetching ? (
            shapes
          ) : (
            <HomeLayout
              lead={
                <>
                  {answer.isError && !answer.data && (
                    <LoadFailed
                      error={answer.error}
                      pending={answer.isFetching}
                      onRetry={() => void answer.refetch()}
                      isPlain
                    />
                  )}
                  <HomeNote
                    greeting={greeting}
                    text={description}
                    image={image_url}
                    crop={crop}
                    link={url === undefined ? undefined : { href: url, newTabLabel: t('home.new_tab') }}
                  />
                  {story && <Story notice={story} />}
                  {nothing && buttons.length === 0 && <Empty title={t('home.empty')} />}
                </>
              }
              featured={featured}
              lists={lists}
              next={next}
              buttons={buttons.length > 0 && <HomeButtons buttons={buttons} />}
            />
          )}
        </Suspense>
      </Scroll>
    </Pane>
  );
}
