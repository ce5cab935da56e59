import { Copy, MessageSquareReply, ThumbsUp } from 'lucide-react';
import { Board, State } from '../../gallery/board';
import { people, pictures } from '../../gallery/samples';
import { Menu } from '../../overlays/menu/menu';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { IconButton } from '../../primitives/button/button';
import { FileRow, Media } from '../../primitives/media/media';
import {
  Bubble,
  BubbleActions,
  BubbleNote,
  BubbleReaction,
  BubbleTime,
  DaySeparator,
  NewLine,
  Talk,
  TypingLine,
} from './bubbles';

const tamsin = { speaker: 'Tamsin Okoro', name: 'Tamsin', avatar: <PersonAvatar {...people.tamsin} size="s" /> };
const own = { own: true, speaker: 'You' };
const actions = (
  <BubbleActions label="Actions">
    <IconButton icon={ThumbsUp} label="Like" dense />
    <IconButton icon={MessageSquareReply} label="Comment" dense />
    <IconButton icon={Copy} label="Copy" dense />
    <Menu label="More" items={[{ id: 'delete', label: 'Delete' }]} dense />
  </BubbleActions>
);
const withActions = { actions, onMore: () => undefined };

export function TalkBoard() {
  return (
    <Board title="Conversation" flush>
      <Talk label="Conversation with Tamsin">
        <DaySeparator>Yesterday</DaySeparator>
        <State name="run of another">
          <Bubble {...tamsin} first {...withActions}>
            Same on set two?
          </Bubble>
          <Bubble {...tamsin} {...withActions}>
            The left rear is two tenths low after the long run, see the sheet.
          </Bubble>
          <Bubble {...tamsin} last time={<BubbleTime time="14:31" />}>
            <FileRow bare type="PDF" name="stint_compare_v3.pdf" meta="96 kB" tone="var(--group-1)" />
          </Bubble>
        </State>
        <NewLine>2 new</NewLine>
        <State name="own run, sent and seen">
          <Bubble {...own} first time={<BubbleTime mark={{ kind: 'seen', label: 'Seen' }} named />}>
            Yes, box this lap.
          </Bubble>
          <Bubble {...own} last media time={<BubbleTime time="14:33" mark={{ kind: 'sent', label: 'Sent' }} />}>
            <img src={pictures.tyres} alt="Six tyres" />
          </Bubble>
        </State>
        <State name="reactions and edit">
          <Bubble
            {...tamsin}
            first
            last
            time={<BubbleTime time="14:33" note="edited" />}
            reactions={
              <>
                <BubbleReaction icon={ThumbsUp} count="4" label="4 likes" mine />
                <BubbleReaction icon={MessageSquareReply} count="2" label="2 comments" href="#" />
              </>
            }
          >
            Set 2 was 1.30
          </Bubble>
        </State>
        <State name="waiting">
          <Bubble {...own} first last time={<BubbleTime time="14:34" mark={{ kind: 'waiting', label: 'Waiting' }} />}>
            On its way
          </Bubble>
        </State>
        <State name="refused">
          <Bubble
            {...own}
            first
            last
            failed
            note={
              <BubbleNote
                actions={
                  <>
                    <button type="button">Edit</button>
                    <button type="button">Send again</button>
                  </>
                }
              >
                You can read here, but not write.
              </BubbleNote>
            }
          >
            Could not leave
          </Bubble>
        </State>
        <TypingLine>Tamsin is writing…</TypingLine>
      </Talk>
      <div className="pad">
        <Media
          items={[pictures.dawn, pictures.lane, pictures.tyres, pictures.dawn].map((src, at) => ({
            src,
            alt: `Picture ${at + 1}`,
          }))}
          openLabel={(at) => `Open picture ${at + 1}`}
          onOpen={() => undefined}
        />
      </div>
    </Board>
  );
}
