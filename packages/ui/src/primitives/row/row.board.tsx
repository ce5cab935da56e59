import { Archive, ArchiveRestore, BellOff, Flag, Radio } from 'lucide-react';
import { GroupAvatar, PersonAvatar } from '../avatar/avatar';
import { Badge } from '../badge/badge';
import { Menu } from '../../overlays/menu/menu';
import { ChatRow, ListRow, Rows, SectionHead } from './row';
import { people } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const nothing = () => undefined;
const mute = { id: 'mute', label: 'Mute', icon: BellOff, onPress: nothing };
const archive = { id: 'archive', label: 'Archive', icon: Archive, onPress: nothing };
const restore = { id: 'unarchive', label: 'Unarchive', icon: ArchiveRestore, onPress: nothing };
const team = <GroupAvatar tone="var(--group-2)" icon={Radio} />;

export function ChatRowBoard() {
  return (
    <Board title="Chat rows" flush>
      <SectionHead tight aside="4">
        Chats
      </SectionHead>
      <Rows divider="avatar" label="Chats">
        <State name="typing, drawer of 120" flush>
          <ChatRow
            href="#1"
            avatar={team}
            name="Pit wall 27"
            time="15:02"
            unread
            typing="Tamsin is writing…"
            badge={<Badge count={3} spoken="3 unread" />}
            swipe={[mute, archive]}
            actions={<Menu dense label="More about Pit wall 27" items={[mute, archive]} />}
          />
        </State>
        <State name="muted, unread" flush>
          <ChatRow
            href="#2"
            avatar={<PersonAvatar {...people.tamsin} online />}
            name="Tamsin Okoro"
            time="14:58"
            unread
            muted="Muted"
            author="You:"
            subtitle="Rear is loose from turn 8, sending the traces of all three stints"
            badge={<Badge count={120} cap={99} muted spoken="120 unread" />}
          />
        </State>
        <State name="waiting to send" flush>
          <ChatRow
            href="#3"
            avatar={<PersonAvatar {...people.noor} />}
            name="Noor El-Hakimi"
            time="14:50"
            waiting="Waiting to send"
            subtitle="Box confirmed"
          />
        </State>
        <State name="sent, and seen by the other" flush>
          <ChatRow
            href="#3"
            avatar={<PersonAvatar {...people.noor} />}
            name="Noor El-Hakimi"
            time="14:50"
            sent="Sent"
            author="You:"
            subtitle="Box confirmed"
          />
          <ChatRow
            href="#3"
            avatar={<PersonAvatar {...people.noor} />}
            name="Noor El-Hakimi"
            time="14:50"
            seen="Seen"
            author="You:"
            subtitle="Box confirmed"
          />
        </State>
        <State name="archived, drawer of 60" flush>
          <ChatRow
            href="#4"
            avatar={<GroupAvatar tone="var(--group-8)" icon={Flag} />}
            name="Race control notices"
            time="Fri"
            subtitle="Aoife left"
            swipe={[restore]}
          />
        </State>
      </Rows>
      <SectionHead>List rows</SectionHead>
      <Rows divider="icon">
        <ListRow icon={Flag} title="With an icon" sub="And a second line" href="#5" chevron />
        <ListRow icon={Archive} title="The open one" href="#6" current />
        <ListRow icon={BellOff} title="Destructive" danger onPress={nothing} />
      </Rows>
    </Board>
  );
}
