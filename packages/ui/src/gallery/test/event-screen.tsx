import { useRef, useState } from 'react';
import { Calendar, CalendarPlus, Clock, MapPin, Pencil, Plus, Share2 } from 'lucide-react';
import { PersonAvatar, Pile } from '../../avatar/avatar';
import { IconButton } from '../../button/button';
import { Card } from '../../card/card';
import { Carousel } from '../../carousel/carousel';
import { DateTile, EventCover, EventHead, EventRow, EventTag, FactRow, Facts, Rsvp } from '../../event/event';
import { FileRow } from '../../media/media';
import { ModuleTileSlim } from '../../module-tile/module-tile';
import { Column, Pane, ScreenHeader, Scroll, Split, Toolbar, useScrolledPast } from '../../pane/pane';
import { SectionHead } from '../../row/row';
import { Segmented } from '../../segmented/segmented';
import { ShoutText } from '../../shout-card/shout-card';
import { Framed, people, pictures } from './samples';

const nothing = () => undefined;

export function EventScreen({ show }: { show: 'list' | 'detail' }) {
  const scroller = useRef<HTMLDivElement>(null);
  const solid = useScrolledPast(scroller, 160);
  const [going, setGoing] = useState<'yes' | 'no' | null>('yes');
  const [which, setWhich] = useState<'past' | 'coming'>('coming');
  return (
    <Framed tab="events">
      <Split show={show}>
        <Pane part="list" label="Events">
          <ScreenHeader
            title="Events"
            actions={
              <>
                <IconButton icon={Calendar} label="Month" />
                <IconButton icon={Plus} label="Add event" />
              </>
            }
          />
          <Toolbar>
            <Segmented
              label="Which events"
              value={which}
              onChange={setWhich}
              options={[
                { id: 'past', label: 'Past' },
                { id: 'coming', label: 'Coming up' },
              ]}
            />
          </Toolbar>
          <Scroll>
            <SectionHead tight aside="Sat 20 June">
              Today
            </SectionHead>
            <EventRow
              href="#1"
              start="09:00"
              end="09:40"
              tone="var(--group-13)"
              title="Scrutineering"
              place="Garage 12"
              past
            />
            <EventRow
              href="#2"
              start="15:20"
              end="16:10"
              tone="var(--group-1)"
              title="Qualifying, group B"
              place="Circuit"
              tag={<EventTag kind="now">Now</EventTag>}
            />
            <EventRow
              href="#3"
              start="16:30"
              end="17:00"
              tone="var(--group-4)"
              title="Tyre pressure review"
              place="Hospitality, upper deck"
            />
            <EventRow
              href="#4"
              start="18:40"
              end="19:10"
              tone="var(--group-2)"
              title="Drivers’ briefing"
              place="Media centre"
              tag={<EventTag kind="going">Going</EventTag>}
              current
            />
            <EventRow
              href="#5"
              start="20:00"
              end="22:00"
              tone="var(--group-7)"
              title="Crew supper"
              place="Blue tent, lower paddock"
            />
            <SectionHead aside="Sun 21 June">Tomorrow</SectionHead>
            <EventRow
              href="#6"
              start="08:15"
              end="08:45"
              tone="var(--group-9)"
              title="Managers’ meeting"
              place="Hospitality, upper deck"
            />
          </Scroll>
        </Pane>
        <Pane part="detail" label="Drivers’ briefing">
          <ScreenHeader
            overlay
            solid={solid}
            title="Drivers’ briefing"
            level={2}
            back={{ label: 'Back', href: '#events' }}
            actions={
              <>
                <IconButton icon={Share2} flip label="Share" />
                <IconButton icon={Pencil} label="Edit" />
              </>
            }
          />
          <Scroll ref={scroller} ground>
            <EventCover>
              <Carousel
                label="Pictures of the event"
                items={[pictures.lane, pictures.dawn, pictures.tyres].map((src) => ({ src, alt: '' }))}
                previousLabel="Previous picture"
                nextLabel="Next picture"
                positionLabel={(at) => `${at + 1} of 3`}
              />
            </EventCover>
            <Column>
              <EventHead
                title="Drivers’ briefing"
                tile={<DateTile month="Jun" day="20" tone="var(--group-2)" />}
                group={{ name: 'Drivers', tone: 'var(--group-2)' }}
              />
              <Rsvp label="Are you going?" value={going} yesLabel="Going" noLabel="Not going" onChange={setGoing} />
              <Facts>
                <FactRow
                  icon={Clock}
                  title="Saturday 20 June, 18:40 to 19:10"
                  sub="in 3 h 36 min, your local time"
                  action={<IconButton icon={CalendarPlus} label="Add to calendar" />}
                />
                <FactRow
                  icon={MapPin}
                  href="#map"
                  title="Media centre, room 1"
                  sub="Above garages 20 to 24, lift on the east side"
                />
                <FactRow
                  start={<PersonAvatar {...people.noor} size="s" />}
                  subFirst
                  title="Aoife Brannagh-Lynn, race control"
                  sub="Organised by"
                />
              </Facts>
              <ShoutText>
                <p>
                  Attendance is mandatory for every driver of cars 1 to 66. Bring licence and pass. Topics: Raidillon
                  track limits, the new light panel at Pouhon and Sunday’s start order.
                </p>
              </ShoutText>
              <FileRow
                type="PDF"
                name="briefing-notes_round6.pdf"
                meta="820 kB"
                tone="var(--group-1)"
                download={{ label: 'Download', href: '#d' }}
              />
              <Card pad href="#people" style={{ marginBlock: '16px 20px' }}>
                <span className="strong">Going</span>
                <span className="fig two">41</span>
                <Pile size="s" max={6} people={Object.values(people)} className="push" />
              </Card>
              <ModuleTileSlim
                title="Comments are not available"
                module="Shouts"
                code="MODULE_MOUNT_FAILED"
                retryLabel="Retry"
                onRetry={nothing}
              />
            </Column>
          </Scroll>
        </Pane>
      </Split>
    </Framed>
  );
}
