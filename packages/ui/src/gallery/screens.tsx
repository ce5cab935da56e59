import { useRef, useState } from 'react';
import {
  Archive, BellOff, Calendar, CalendarPlus, ChartBarBig, CircleGauge, Clock, Ellipsis, EllipsisVertical, Eye, Flag, Forward, Image, MapPin, MessageSquare, Pencil, Plus,
  Radio, Search, Share2, SlidersHorizontal, SquarePen, ThumbsUp, Users, UsersRound,
} from 'lucide-react';
import { GroupAvatar, PersonAvatar, Pile } from '../avatar/avatar';
import { Badge } from '../badge/badge';
import { Bubble, BubbleRun, DaySeparator, NewLine, Talk, TypingLine } from '../bubbles/bubbles';
import { IconButton } from '../button/button';
import { Card } from '../card/card';
import { Composer, ComposerInvite } from '../composer/composer';
import { DateTile, EventCover, EventHead, EventRow, EventTag, FactRow, Facts, Rsvp } from '../event/event';
import { FileRow, LinkCard, Media } from '../media/media';
import { Menu } from '../menu/menu';
import { ModuleTileSlim } from '../module-tile/module-tile';
import { Column, HeaderWho, Pane, ScreenHeader, Scroll, Split, Toolbar, useScrolledPast } from '../pane/pane';
import { ChatRow, ListRow, Rows, SectionHead } from '../row/row';
import { ScrollToBottom } from '../scroll-to-bottom/scroll-to-bottom';
import { SearchField } from '../search-field/search-field';
import { Segmented } from '../segmented/segmented';
import { Action, ActionBar, CommentLine, Comments, Feed, Likers, Mention, ShoutCard, ShoutHead, ShoutText } from '../shout-card/shout-card';
import { Chip, Chips } from '../tag/tag';
import { Framed, people, pictures } from './samples';

const nothing = () => undefined;

export function ChatsScreen({ show }: { show: 'list' | 'detail' }) {
  const [query, setQuery] = useState('');
  const [which, setWhich] = useState<'all' | 'groups' | 'people' | 'archive'>('all');
  const [text, setText] = useState('Box confirmed. Hugo has the gauge ready');
  const more = <Menu label="Actions" icon={EllipsisVertical} dense items={[{ id: 'mute', label: 'Mute', icon: BellOff }, { id: 'archive', label: 'Archive', icon: Archive }]} />;
  return (
    <Framed tab="chats" hideFooter={show === 'detail' ? 'phone' : false}>
      <Split show={show}>
        <Pane part="list" label="Chats">
          <ScreenHeader
            title="Chats"
            actions={
              <>
                <IconButton icon={SquarePen} label="New message" />
                <IconButton icon={UsersRound} label="New group" />
              </>
            }
          />
          <Toolbar>
            <SearchField label="Search chats, people, shouts" value={query} onChange={setQuery} clearLabel="Clear" />
            <Segmented
              label="Which chats"
              value={which}
              onChange={setWhich}
              options={[{ id: 'all', label: 'All' }, { id: 'groups', label: 'Groups' }, { id: 'people', label: 'People' }, { id: 'archive', label: 'Archive' }]}
            />
          </Toolbar>
          <Scroll>
            <Rows cut="avatar" label="Chats">
              <ChatRow href="#1" avatar={<GroupAvatar tone="var(--group-2)" icon={Radio} />} name="Pit wall 27" time="15:02" unread typing="Tamsin, Hugo is writing…" badge={<Badge count={3} cap={99} spoken="3 unread" />} />
              <ChatRow href="#2" current avatar={<PersonAvatar {...people.tamsin} online />} name="Tamsin Okoro" time="14:58" unread subtitle="Rear is loose from turn 8, sending the trace now" badge={<Badge count={2} cap={99} spoken="2 unread" />} actions={more} />
              <ChatRow href="#3" avatar={<GroupAvatar tone="var(--group-8)" icon={Flag} />} name="Race control notices" time="14:51" unread author="Aoife:" subtitle="Track limits at Raidillon, see notice 14" badge={<Badge count={7} cap={99} spoken="7 unread" />} />
              <ChatRow href="#4" avatar={<GroupAvatar tone="var(--group-15)" icon={Users} />} name="Everybody" time="14:40" unread author="Noor:" subtitle="Media pen moves to the east gate" badge={<Badge count={120} cap={99} spoken="120 unread" />} />
              <ChatRow href="#5" avatar={<PersonAvatar {...people.hugo} />} name="Hugo Lindqvist-Abara" time="13:47" subtitle="Fine with us. 16:30 at hospitality?" waiting="Waiting to send" />
              <ChatRow href="#6" avatar={<GroupAvatar tone="var(--group-4)" icon={CircleGauge} />} name="Tyre working group" time="12:15" muted="Muted" author="Hugo:" subtitle="Pressures for the second stint are up" badge={<Badge count={24} muted spoken="24 unread" />} />
              <ChatRow href="#7" avatar={<PersonAvatar {...people.saanvi} />} name="Saanvi Raghunathar" time="11:30" subtitle="Sent a file: stint_compare_v3.pdf" />
              <ChatRow href="#8" avatar={<PersonAvatar {...people.petra} />} name="Petra Wolańska" time="Fri" subtitle="Truck 4 is through customs" />
            </Rows>
          </Scroll>
        </Pane>
        <Pane part="detail" label="Conversation with Tamsin Okoro">
          <ScreenHeader
            ruled
            back={{ label: 'Back', href: '#chats' }}
            actions={
              <>
                <IconButton icon={Search} label="Search in conversation" />
                <IconButton icon={EllipsisVertical} label="More" />
              </>
            }
          >
            <HeaderWho href="#profile" avatar={<PersonAvatar {...people.tamsin} size="m" online />} title="Tamsin Okoro" sub="Northfell Racing, car 27 · online" level={2} />
          </ScreenHeader>
          <Scroll fromFoot ground>
            <Talk label="Conversation with Tamsin Okoro">
              <DaySeparator>Saturday 20 June</DaySeparator>
              <BubbleRun speaker="Tamsin" time="14:31">
                <Bubble>Out lap felt fine, then the rear goes light from turn 8 onwards. Worse on the left-handers.</Bubble>
                <Bubble>Same on the second set?</Bubble>
              </BubbleRun>
              <BubbleRun own speaker="You" time="14:36" meta="edited">
                <Bubble>Less so. Your set 2 started 0.4 psi lower, so I think we are looking at pressure and not the damper.</Bubble>
                <Bubble>Can you send me the trace from Blanchimont?</Bubble>
              </BubbleRun>
              <BubbleRun speaker="Tamsin" time="14:52">
                <Bubble media>
                  <img src={pictures.lane} alt="Pit lane at night" />
                </Bubble>
                <Bubble>
                  <FileRow bare type="CSV" name="trace_27_run2.csv" meta="1.8 MB" tone="var(--group-5)" />
                </Bubble>
              </BubbleRun>
              <NewLine>2 new</NewLine>
              <BubbleRun speaker="Tamsin" time="14:58" meta={<TypingLine>Tamsin is writing…</TypingLine>}>
                <Bubble>Rear is loose from turn 8, sending the trace now</Bubble>
                <Bubble>
                  Boxing this lap. Tell <Mention>@hugo_la</Mention> I want the bleed valves checked before we change anything else.
                </Bubble>
              </BubbleRun>
            </Talk>
          </Scroll>
          <ScrollToBottom label="To the newest" badge={<Badge count={2} />} onPress={nothing} />
          <Composer
            value={text}
            onChange={setText}
            onSend={() => setText('')}
            label="Message"
            placeholder="Message to Tamsin"
            sendLabel="Send"
            attach={{ label: 'Attach', onPress: nothing }}
            extra={<IconButton icon={ChartBarBig} flip dense label="Poll" />}
          />
        </Pane>
      </Split>
    </Framed>
  );
}

export function ShoutsScreen() {
  const more = <Menu label="More" dense icon={Ellipsis} items={[{ id: 'edit', label: 'Edit', icon: Pencil }, { id: 'report', label: 'Report content', icon: Flag, danger: true }]} />;
  const liked = [people.petra, people.kenji, people.tamsin];
  return (
    <Framed tab="shouts">
      <Split show="detail" listWidth="272px">
        <Pane part="list" label="Filter">
          <ScreenHeader title="Shouts" />
          <Scroll>
            <SectionHead tight>Groups</SectionHead>
            <Rows cut="avatar-s">
              <ListRow href="#a" height="filter" current strong start={<GroupAvatar size="s" tone="var(--group-15)" />} title="Everybody" end={<Badge count={5} />} />
              <ListRow href="#b" height="filter" start={<GroupAvatar size="s" tone="var(--group-2)" icon={Radio} />} title="Pit wall 27" />
              <ListRow href="#c" height="filter" start={<GroupAvatar size="s" tone="var(--group-8)" icon={Flag} />} title="Officials" end={<Badge count={2} />} />
            </Rows>
          </Scroll>
        </Pane>
        <Pane part="detail" label="Feed">
          <ScreenHeader
            phoneOnly
            title="Shouts"
            actions={
              <>
                <IconButton icon={Search} label="Search" />
                <IconButton icon={SlidersHorizontal} label="Filter" />
              </>
            }
          />
          <div className="phone">
            <Chips label="Filter">
              <Chip on>Everybody</Chip>
              <Chip tone="var(--group-2)">Pit wall 27</Chip>
              <Chip tone="var(--group-8)">Officials</Chip>
              <Chip tone="var(--group-9)">Team managers</Chip>
            </Chips>
          </div>
          <Scroll ground>
            <Feed label="Shouts">
              <ComposerInvite
                avatar={<PersonAvatar {...people.noor} size="m" />}
                text="Shout to everybody"
                onPress={nothing}
                actions={
                  <>
                    <IconButton icon={Image} label="Picture" />
                    <IconButton icon={ChartBarBig} flip label="Poll" />
                  </>
                }
              />
              <ShoutCard labelledBy="s1">
                <ShoutHead avatar={<PersonAvatar {...people.noor} size="m" online />} name="Noor El-Hakimi" nameId="s1" href="#noor" to={{ name: 'Everybody', tone: 'var(--group-15)' }} time="12 min" more={more} />
                <ShoutText>
                  <p>
                    Golden hour over Les Combes, from the media tower. The east gate is open until 21:00 tonight; bring your pass, the yellow band is not enough. Shuttle times are on the board behind{' '}
                    <Mention>@hospitality</Mention>.
                  </p>
                </ShoutText>
                <Media items={[pictures.dawn, pictures.lane, pictures.tyres, pictures.dawn, pictures.lane].map((src) => ({ src, alt: 'A picture' }))} openLabel={(index) => `Open picture ${index + 1}`} onOpen={nothing} />
                <Likers people={liked}>Petra, Kenji and Tamsin like this</Likers>
                <ActionBar>
                  <Action icon={ThumbsUp} label="Like, 3" count="3" on onPress={nothing} />
                  <Action icon={MessageSquare} flip label="Comment, 5" count="5" href="#comments" />
                  <Action icon={Forward} flip label="Share" onPress={nothing} />
                  <Action icon={Eye} label="214 views" count="214" push />
                </ActionBar>
                <Comments>
                  <a className="link label" href="#comments">
                    View 2 more comments
                  </a>
                  <CommentLine avatar={<PersonAvatar {...people.hugo} size="s" />} name="Hugo Lindqvist-Abara" time="8 min">
                    Which side is the tyre entry, north or east?
                  </CommentLine>
                  <CommentLine avatar={<PersonAvatar {...people.petra} size="s" />} name="Petra Wolańska" time="2 min">
                    Truck 4 will need both lanes at 20:15, I’ll send someone.
                  </CommentLine>
                </Comments>
              </ShoutCard>
              <ShoutCard labelledBy="s2">
                <ShoutHead avatar={<PersonAvatar {...people.kenji} size="m" />} name="Kenji Aramaki-Toll" nameId="s2" to={{ name: 'Officials', tone: 'var(--group-8)' }} time="1 h" more={more} />
                <ShoutText>
                  <p>
                    Amended timetable after the barrier repair at Pouhon. Only the GT4 warm-up moves. <button type="button" className="link">View more</button>
                  </p>
                </ShoutText>
                <FileRow type="PDF" name="Timetable_Spa_issue-3.pdf" meta="412 kB, 2 pages" tone="var(--group-1)" href="#file" download={{ label: 'Download', href: '#download' }} />
                <LinkCard href="https://meridiangt.example/" host="meridiangt.example" title="Circuit guide: Spa-Francorchamps, 7.004 km" text="Marshal posts, light panels and access roads, revised for round 6." image={pictures.dawn} meta="opened 38 times" />
                <Likers icon={ThumbsUp}>14 people like this</Likers>
                <ActionBar>
                  <Action icon={ThumbsUp} label="Like, 14" count="14" on={false} onPress={nothing} />
                  <Action icon={MessageSquare} flip label="Comment, 1" count="1" href="#comments" />
                  <Action icon={Forward} flip label="Share" onPress={nothing} />
                </ActionBar>
              </ShoutCard>
            </Feed>
          </Scroll>
        </Pane>
      </Split>
    </Framed>
  );
}

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
            <Segmented label="Which events" value={which} onChange={setWhich} options={[{ id: 'past', label: 'Past' }, { id: 'coming', label: 'Coming up' }]} />
          </Toolbar>
          <Scroll>
            <SectionHead tight aside="Sat 20 June">
              Today
            </SectionHead>
            <EventRow href="#1" start="09:00" end="09:40" tone="var(--group-13)" title="Scrutineering" place="Garage 12" past />
            <EventRow href="#2" start="15:20" end="16:10" tone="var(--group-1)" title="Qualifying, group B" place="Circuit" tag={<EventTag kind="now">Now</EventTag>} />
            <EventRow href="#3" start="16:30" end="17:00" tone="var(--group-4)" title="Tyre pressure review" place="Hospitality, upper deck" />
            <EventRow href="#4" start="18:40" end="19:10" tone="var(--group-2)" title="Drivers’ briefing" place="Media centre" tag={<EventTag kind="going">Going</EventTag>} current />
            <EventRow href="#5" start="20:00" end="22:00" tone="var(--group-7)" title="Crew supper" place="Blue tent, lower paddock" />
            <SectionHead aside="Sun 21 June">Tomorrow</SectionHead>
            <EventRow href="#6" start="08:15" end="08:45" tone="var(--group-9)" title="Managers’ meeting" place="Hospitality, upper deck" />
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
            <EventCover src={pictures.lane} count={3} index={0} />
            <Column>
              <EventHead title="Drivers’ briefing" tile={<DateTile month="Jun" day="20" tone="var(--group-2)" />} group={{ name: 'Drivers', tone: 'var(--group-2)' }} />
              <Rsvp label="Are you going?" value={going} yesLabel="Going" noLabel="Not going" onChange={setGoing} />
              <Facts>
                <FactRow icon={Clock} title="Saturday 20 June, 18:40 to 19:10" sub="in 3 h 36 min, your local time" action={<IconButton icon={CalendarPlus} label="Add to calendar" />} />
                <FactRow icon={MapPin} href="#map" title="Media centre, room 1" sub="Above garages 20 to 24, lift on the east side" />
                <FactRow start={<PersonAvatar {...people.noor} size="s" />} subFirst title="Aoife Brannagh-Lynn, race control" sub="Organised by" />
              </Facts>
              <ShoutText>
                <p>Attendance is mandatory for every driver of cars 1 to 66. Bring licence and pass. Topics: Raidillon track limits, the new light panel at Pouhon and Sunday’s start order.</p>
              </ShoutText>
              <FileRow type="PDF" name="briefing-notes_round6.pdf" meta="820 kB" tone="var(--group-1)" download={{ label: 'Download', href: '#d' }} />
              <Card pad href="#people" style={{ marginBlock: '16px 20px' }}>
                <span className="strong">Going</span>
                <span className="fig two">41</span>
                <Pile size="s" max={6} people={Object.values(people)} className="push" />
              </Card>
              <ModuleTileSlim title="Comments are not available" module="Shouts" code="MODULE_MOUNT_FAILED" retryLabel="Retry" onRetry={nothing} />
            </Column>
          </Scroll>
        </Pane>
      </Split>
    </Framed>
  );
}
