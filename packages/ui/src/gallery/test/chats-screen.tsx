import { useState } from 'react';
import {
  Archive,
  BellOff,
  ChartBarBig,
  CircleGauge,
  EllipsisVertical,
  Flag,
  Radio,
  Search,
  SquarePen,
  Users,
  UsersRound,
} from 'lucide-react';
import { GroupAvatar, PersonAvatar } from '../../avatar/avatar';
import { Badge } from '../../badge/badge';
import { Bubble, BubbleRun, DaySeparator, NewLine, Talk, TypingLine } from '../../bubbles/bubbles';
import { IconButton } from '../../button/button';
import { Composer } from '../../composer/composer';
import { FileRow } from '../../media/media';
import { Menu } from '../../menu/menu';
import { HeaderWho, Pane, ScreenHeader, Scroll, Split, Toolbar } from '../../pane/pane';
import { ChatRow, Rows } from '../../row/row';
import { ScrollToBottom } from '../../scroll-to-bottom/scroll-to-bottom';
import { SearchField } from '../../search-field/search-field';
import { Segmented } from '../../segmented/segmented';
import { Mention } from '../../shout-card/shout-card';
import { Framed, people, pictures } from './samples';

const nothing = () => undefined;

export function ChatsScreen({ show }: { show: 'list' | 'detail' }) {
  const [query, setQuery] = useState('');
  const [which, setWhich] = useState<'all' | 'groups' | 'people' | 'archive'>('all');
  const [text, setText] = useState('Box confirmed. Hugo has the gauge ready');
  const more = (
    <Menu
      label="Actions"
      icon={EllipsisVertical}
      dense
      items={[
        { id: 'mute', label: 'Mute', icon: BellOff },
        { id: 'archive', label: 'Archive', icon: Archive },
      ]}
    />
  );
  return (
    <Framed tab="chats">
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
              options={[
                { id: 'all', label: 'All' },
                { id: 'groups', label: 'Groups' },
                { id: 'people', label: 'People' },
                { id: 'archive', label: 'Archive' },
              ]}
            />
          </Toolbar>
          <Scroll>
            <Rows cut="avatar" label="Chats">
              <ChatRow
                href="#1"
                avatar={<GroupAvatar tone="var(--group-2)" icon={Radio} />}
                name="Pit wall 27"
                time="15:02"
                unread
                typing="Tamsin, Hugo is writing…"
                badge={<Badge count={3} cap={99} spoken="3 unread" />}
              />
              <ChatRow
                href="#2"
                current
                avatar={<PersonAvatar {...people.tamsin} online />}
                name="Tamsin Okoro"
                time="14:58"
                unread
                subtitle="Rear is loose from turn 8, sending the trace now"
                badge={<Badge count={2} cap={99} spoken="2 unread" />}
                actions={more}
              />
              <ChatRow
                href="#3"
                avatar={<GroupAvatar tone="var(--group-8)" icon={Flag} />}
                name="Race control notices"
                time="14:51"
                unread
                author="Aoife:"
                subtitle="Track limits at Raidillon, see notice 14"
                badge={<Badge count={7} cap={99} spoken="7 unread" />}
              />
              <ChatRow
                href="#4"
                avatar={<GroupAvatar tone="var(--group-15)" icon={Users} />}
                name="Everybody"
                time="14:40"
                unread
                author="Noor:"
                subtitle="Media pen moves to the east gate"
                badge={<Badge count={120} cap={99} spoken="120 unread" />}
              />
              <ChatRow
                href="#5"
                avatar={<PersonAvatar {...people.hugo} />}
                name="Hugo Lindqvist-Abara"
                time="13:47"
                subtitle="Fine with us. 16:30 at hospitality?"
                waiting="Waiting to send"
              />
              <ChatRow
                href="#6"
                avatar={<GroupAvatar tone="var(--group-4)" icon={CircleGauge} />}
                name="Tyre working group"
                time="12:15"
                muted="Muted"
                author="Hugo:"
                subtitle="Pressures for the second stint are up"
                badge={<Badge count={24} muted spoken="24 unread" />}
              />
              <ChatRow
                href="#7"
                avatar={<PersonAvatar {...people.saanvi} />}
                name="Saanvi Raghunathar"
                time="11:30"
                subtitle="Sent a file: stint_compare_v3.pdf"
              />
              <ChatRow
                href="#8"
                avatar={<PersonAvatar {...people.petra} />}
                name="Petra Wolańska"
                time="Fri"
                subtitle="Truck 4 is through customs"
              />
            </Rows>
          </Scroll>
        </Pane>
        <Pane part="detail" label="Conversation with Tamsin Okoro" wholePhone={show === 'detail'}>
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
            <HeaderWho
              href="#profile"
              avatar={<PersonAvatar {...people.tamsin} size="m" online />}
              title="Tamsin Okoro"
              sub="Northfell Racing, car 27 · online"
              level={2}
            />
          </ScreenHeader>
          <Scroll fromFoot ground>
            <Talk label="Conversation with Tamsin Okoro">
              <DaySeparator>Saturday 20 June</DaySeparator>
              <BubbleRun speaker="Tamsin" time="14:31">
                <Bubble>
                  Out lap felt fine, then the rear goes light from turn 8 onwards. Worse on the left-handers.
                </Bubble>
                <Bubble>Same on the second set?</Bubble>
              </BubbleRun>
              <BubbleRun own speaker="You" time="14:36" meta="edited">
                <Bubble>
                  Less so. Your set 2 started 0.4 psi lower, so I think we are looking at pressure and not the damper.
                </Bubble>
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
                  Boxing this lap. Tell <Mention>@hugo_la</Mention> I want the bleed valves checked before we change
                  anything else.
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
