import {
  ChartBarBig,
  Ellipsis,
  Eye,
  Flag,
  Forward,
  Image,
  MessageSquare,
  Pencil,
  Radio,
  Search,
  SlidersHorizontal,
  ThumbsUp,
} from 'lucide-react';
import { GroupAvatar, PersonAvatar } from '../../avatar/avatar';
import { Badge } from '../../badge/badge';
import { IconButton } from '../../button/button';
import { ComposerInvite } from '../../composer/composer';
import { FileRow, LinkCard, Media } from '../../media/media';
import { Menu } from '../../menu/menu';
import { Pane, ScreenHeader, Scroll, Split } from '../../pane/pane';
import { ListRow, Rows, SectionHead } from '../../row/row';
import {
  Action,
  ActionBar,
  CommentLine,
  Comments,
  Feed,
  Likers,
  Mention,
  ShoutCard,
  ShoutHead,
  ShoutText,
} from '../../shout-card/shout-card';
import { Chip, Chips } from '../../tag/tag';
import { Framed, people, pictures } from './samples';

const nothing = () => undefined;

export function ShoutsScreen() {
  const more = (
    <Menu
      label="More"
      dense
      icon={Ellipsis}
      items={[
        { id: 'edit', label: 'Edit', icon: Pencil },
        { id: 'report', label: 'Report content', icon: Flag, danger: true },
      ]}
    />
  );
  const liked = [people.petra, people.kenji, people.tamsin];
  return (
    <Framed tab="shouts">
      <Split show="detail" listWidth="272px">
        <Pane part="list" label="Filter">
          <ScreenHeader title="Shouts" />
          <Scroll>
            <SectionHead tight>Groups</SectionHead>
            <Rows cut="avatar-s">
              <ListRow
                href="#a"
                height="filter"
                current
                strong
                start={<GroupAvatar size="s" tone="var(--group-15)" />}
                title="Everybody"
                end={<Badge count={5} />}
              />
              <ListRow
                href="#b"
                height="filter"
                start={<GroupAvatar size="s" tone="var(--group-2)" icon={Radio} />}
                title="Pit wall 27"
              />
              <ListRow
                href="#c"
                height="filter"
                start={<GroupAvatar size="s" tone="var(--group-8)" icon={Flag} />}
                title="Officials"
                end={<Badge count={2} />}
              />
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
            <Feed
              label="Shouts"
              head={
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
              }
            >
              <ShoutCard labelledBy="s1">
                <ShoutHead
                  avatar={<PersonAvatar {...people.noor} size="m" online />}
                  name="Noor El-Hakimi"
                  nameId="s1"
                  href="#noor"
                  to={{ name: 'Everybody', tone: 'var(--group-15)' }}
                  time="12 min"
                  more={more}
                />
                <ShoutText>
                  <p>
                    Golden hour over Les Combes, from the media tower. The east gate is open until 21:00 tonight; bring
                    your pass, the yellow band is not enough. Shuttle times are on the board behind{' '}
                    <Mention>@hospitality</Mention>.
                  </p>
                </ShoutText>
                <Media
                  items={[pictures.dawn, pictures.lane, pictures.tyres, pictures.dawn, pictures.lane].map((src) => ({
                    src,
                    alt: 'A picture',
                  }))}
                  openLabel={(index) => `Open picture ${index + 1}`}
                  onOpen={nothing}
                />
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
                  <CommentLine
                    avatar={<PersonAvatar {...people.hugo} size="s" />}
                    name="Hugo Lindqvist-Abara"
                    time="8 min"
                  >
                    Which side is the tyre entry, north or east?
                  </CommentLine>
                  <CommentLine avatar={<PersonAvatar {...people.petra} size="s" />} name="Petra Wolańska" time="2 min">
                    Truck 4 will need both lanes at 20:15, I’ll send someone.
                  </CommentLine>
                </Comments>
              </ShoutCard>
              <ShoutCard labelledBy="s2">
                <ShoutHead
                  avatar={<PersonAvatar {...people.kenji} size="m" />}
                  name="Kenji Aramaki-Toll"
                  nameId="s2"
                  to={{ name: 'Officials', tone: 'var(--group-8)' }}
                  time="1 h"
                  more={more}
                />
                <ShoutText>
                  <p>
                    Amended timetable after the barrier repair at Pouhon. Only the GT4 warm-up moves.{' '}
                    <button type="button" className="link">
                      View more
                    </button>
                  </p>
                </ShoutText>
                <FileRow
                  type="PDF"
                  name="Timetable_Spa_issue-3.pdf"
                  meta="412 kB, 2 pages"
                  tone="var(--group-1)"
                  href="#file"
                  download={{ label: 'Download', href: '#download' }}
                />
                <LinkCard
                  href="https://meridiangt.example/"
                  host="meridiangt.example"
                  title="Circuit guide: Spa-Francorchamps, 7.004 km"
                  text="Marshal posts, light panels and access roads, revised for round 6."
                  image={pictures.dawn}
                  meta="opened 38 times"
                />
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
