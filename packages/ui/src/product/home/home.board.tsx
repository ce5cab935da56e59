import { CalendarDays, Link, Megaphone, MessageCircle, Pin, Wallet } from 'lucide-react';
import { EventTag } from '../event/event';
import { FeaturedEvent, HomeCell, HomeCells, HomeLayout, HomeNote } from './home';
import { HomeRow, HomeSection, HomeStory } from './home-list';
import { GroupAvatar, PersonAvatar } from '../../primitives/avatar/avatar';
import { Badge } from '../../primitives/badge/badge';
import { pictures } from '../../gallery/samples';
import { Board } from '../../gallery/board';

export function HomeBoard() {
  return (
    <Board title="Home" wide bare>
      <HomeLayout
        lead={
          <HomeNote
            image={pictures.dawn}
            crop={{ x: 50, y: 80 }}
            text="Scrutineering closes at 18:00, the rest of the day is yours."
            link={{ href: '#note', newTabLabel: 'new tab' }}
          />
        }
        featured={
          <FeaturedEvent
            href="#event"
            label="Featured event"
            id="qualifying"
            title="Qualifying, group B"
            when="Today, 15:20 to 16:10"
            place="Circuit"
            tone="var(--group-1)"
            timing={<EventTag kind="now">Now</EventTag>}
          />
        }
        lists={[
          <HomeSection key="chats" title="Unread chats" count="2" all={{ href: '#chats', label: 'All chats' }}>
            <HomeRow
              href="#chat"
              avatar={<GroupAvatar tone="var(--group-5)" size="m" />}
              title="Halden Racing"
              end="17:31"
              author="Joaquín:"
              sub="Set 3 is off, look at the shoulder"
              unread
              badge={<Badge count={3} spoken="3 unread" />}
            />
            <HomeRow
              href="#chat"
              avatar={<PersonAvatar id="aoife" name="Aoife Brannagh-Lynn" size="m" online />}
              title="Aoife Brannagh-Lynn"
              end="17:26"
              sub="Car 27, please bring the data logger"
              unread
              badge={<Badge count={1} spoken="1 unread" />}
            />
          </HomeSection>,
          <HomeSection
            key="notices"
            title="Latest notices"
            count="1 new"
            all={{ href: '#notices', label: 'All notices' }}
          >
            <HomeRow
              href="#notice"
              tone="var(--group-1)"
              title="Decision 31, pit lane speed"
              newLabel="New"
              end="17:10"
              sub="Car 41, 62.4 km/h, drive-through"
              unread
            />
          </HomeSection>,
        ]}
        next={
          <HomeSection title="Next events" all={{ href: '#events', label: 'Timetable' }}>
            <HomeRow
              href="#event"
              when={{ time: '17:10', sub: '18:00' }}
              tone="var(--group-4)"
              title="Tyre pressure review"
              end={<EventTag kind="now">Now</EventTag>}
              sub="Hospitality, upper deck"
            />
          </HomeSection>
        }
        buttons={
          <HomeCells title="Pages">
            <HomeCell href="#chats" icon={MessageCircle} title="Chats" badge={{ count: 12, spoken: '12 unread' }} />
            <HomeCell href="#shouts" icon={Megaphone} title="Shouts" badge={{ count: 80, spoken: '80 unread' }} />
            <HomeCell href="#events" icon={CalendarDays} title="Events" />
            <HomeCell href="#notices" icon={Pin} title="Notices" />
            <HomeCell href="#links" icon={Link} title="Links and documents" newTabLabel="new tab" />
            <HomeCell href="#dues" icon={Wallet} title="Dues" />
          </HomeCells>
        }
      />
      <HomeStory
        href="#notice"
        label="Latest notice"
        title="Probe B12 drifts 0.3 °C below four degrees"
        text="Three of the nine probes in the Waal read cold after the frost."
        tone="var(--group-6)"
        byline="Idris Bakare · today, 16:40"
      />
    </Board>
  );
}
