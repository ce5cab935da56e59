import { CalendarDays, Link, Megaphone, MessageCircle, Pin, Wallet } from 'lucide-react';
import { EventTag } from '../event/event';
import { FeaturedEvent, HomeCell, HomeCells, HomeColumns, HomeNote } from './home';
import { pictures } from '../../gallery/samples';
import { Board } from '../../gallery/board';

export function HomeBoard() {
  return (
    <Board title="Home" wide bare>
      <HomeColumns
        greeting={
          <div className="stack gap-4">
            <h3 className="display">Good afternoon, Joaquín</h3>
            <HomeNote
              text="Scrutineering closes at 18:00, the rest of the day is yours."
              link={{ href: '#note', newTabLabel: 'new tab' }}
            />
          </div>
        }
        featured={
          <FeaturedEvent
            href="#event"
            label="Featured event"
            title="Qualifying, group B"
            when="Today, 15:20 to 16:10"
            place="Circuit"
            image={pictures.dawn}
            tone="var(--group-1)"
            tag={<EventTag kind="now">Now</EventTag>}
          />
        }
      >
        <HomeCells title="Pages">
          <HomeCell href="#chats" icon={MessageCircle} title="Chats" badge={{ count: 12, spoken: '12 unread' }} />
          <HomeCell href="#shouts" icon={Megaphone} title="Shouts" badge={{ count: 80, spoken: '80 unread' }} />
          <HomeCell href="#events" icon={CalendarDays} title="Events" />
          <HomeCell href="#notices" icon={Pin} title="Notices" />
          <HomeCell href="#links" icon={Link} title="Links and documents" newTabLabel="new tab" />
          <HomeCell href="#dues" icon={Wallet} title="Dues" />
        </HomeCells>
      </HomeColumns>
    </Board>
  );
}
