import { readHome } from '@paddock/contract/calls/home';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { FeaturedEventShape, HomeBrand, HomeColumns, HomeNote } from '@paddock/ui/home';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { FeaturedEvent } from './featured-event';
import { firstName } from './first-name';
import { HomeButtons, useShownButtons } from './home-buttons';

/** The home page (specification B §2). Greeting and buttons render at once; description and event come from the service. */
export function Home() {
  const t = useText();
  const { user, community, flags } = useSession();
  const title = useTabTitle('home') ?? t('home.title');
  const answer = useCallQuery(readHome, {}, { live: true });
  const buttons = useShownButtons(flags.home_tab.buttons);
  const event = answer.data?.event;
  const eventHref = useHref('events.detail', { id: event?.id ?? '' });
  if (!user) return null;

  const { description = '', image_url, url } = answer.data ?? {};
  // Hidden when the event's page is not deployed.
  const featured = event && eventHref !== null && (
    <FeaturedEvent key={event.id} event={event} href={eventHref} onOver={() => void answer.refetch()} />
  );
  const hasNote = description !== '' || image_url !== undefined;
  const nothing = answer.isSuccess && !hasNote && !featured && buttons.length === 0;
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader phoneOnly="bar">
        <HomeBrand mark={<BrandMark size={22} />} name={community.title} />
      </ScreenHeader>
      <Scroll surface="canvas" readOnly={buttons.length === 0 && !featured}>
        <HomeColumns
          greeting={
            <>
              <h1 className="display">{t('home.greeting', { name: firstName(user) })}</h1>
              {answer.isPending && <Skeleton shape="card" count={1} label={t('loading')} />}
              {answer.isError && !answer.data && (
                <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
              )}
              {hasNote && (
                <HomeNote
                  text={description}
                  image={image_url}
                  link={url === undefined ? undefined : { href: url, newTabLabel: t('home.new_tab') }}
                />
              )}
              {nothing && <Empty title={t('home.empty')} />}
            </>
          }
          featured={answer.isPending && eventHref !== null ? <FeaturedEventShape /> : featured}
        >
          {buttons.length > 0 && <HomeButtons buttons={buttons} />}
        </HomeColumns>
      </Scroll>
    </Pane>
  );
}
