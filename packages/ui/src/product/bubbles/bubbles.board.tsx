import { PersonAvatar } from '../../primitives/avatar/avatar';
import { Bubble, BubbleRun, DaySeparator, NewLine, Talk, TypingLine } from './bubbles';
import { FileRow, Media } from '../media/media';
import { people, pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

export function TalkBoard() {
  return (
    <Board title="Conversation" flush>
      <Talk label="Conversation with Tamsin">
        <DaySeparator>Saturday 20 June</DaySeparator>
        <State name="run of another">
          <BubbleRun
            speaker="Tamsin Okoro"
            name="Tamsin Okoro"
            avatar={<PersonAvatar {...people.tamsin} size="s" />}
            time="14:31"
          >
            <Bubble>Same on set two?</Bubble>
            <Bubble>The left rear is two tenths low after the long run, see the sheet.</Bubble>
            <Bubble>
              <FileRow bare type="PDF" name="stint_compare_v3.pdf" meta="96 kB" tone="var(--group-1)" />
            </Bubble>
          </BubbleRun>
        </State>
        <NewLine>2 new</NewLine>
        <State name="own run">
          <BubbleRun own speaker="You" time="14:33" meta="edited">
            <Bubble>Yes, box this lap.</Bubble>
            <Bubble media>
              <img src={pictures.tyres} alt="Six tyres" />
            </Bubble>
          </BubbleRun>
        </State>
        <State name="sending">
          <BubbleRun own speaker="You" meta="Sending…">
            <Bubble sending>On its way</Bubble>
          </BubbleRun>
        </State>
        <State name="failed">
          <BubbleRun own speaker="You" meta={<span className="danger">Not sent</span>}>
            <Bubble failed>Could not leave</Bubble>
          </BubbleRun>
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
