import { useState } from 'react';
import { Carousel } from './carousel';
import { EventCover } from '../../product/event/event';
import { LinkCard } from '../media/media';
import { Progress } from '../progress/progress';
import { Spinner } from '../spinner/spinner';
import { Stars, StarsInput } from '../../forms/stars/stars';
import { pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const items = [
  { src: pictures.dawn, alt: 'Dawn over the paddock' },
  { src: pictures.lane, alt: 'The pit lane at night' },
  { src: pictures.tyres, alt: 'Six tyres' },
];

export function PictureBoards() {
  const [stars, setStars] = useState<number | null>(3);
  return (
    <>
      <Board title="Carousel" flush>
        <EventCover>
          <Carousel
            label="Pictures of the event"
            items={items}
            previousLabel="Previous picture"
            nextLabel="Next picture"
            positionLabel={(at) => `${at + 1} of 3`}
          />
        </EventCover>
      </Board>
      <Board title="Rating, progress, link">
        <State name="rating shown">
          <Stars value={4.2} label="4.2 of 5" />
        </State>
        <State name="rating chosen">
          <StarsInput
            label="Your rating"
            value={stars}
            onChange={setStars}
            starLabel={(star) => `${star} of 5 stars`}
          />
        </State>
        <State name="rating not yet">
          <StarsInput label="Rate it" value={null} onChange={setStars} starLabel={(star) => `${star} of 5 stars`} />
        </State>
        <State name="progress">
          <div className="inline gap-3">
            <Spinner />
            <span className="grow">
              <Progress percent={62} label="Uploading" />
            </span>
            <span className="tabular-nums label">62%</span>
          </div>
        </State>
        <State name="link card">
          <LinkCard
            href="#card"
            host="meridiangt.example"
            title="How the new safety car procedure works"
            text="Every change in four minutes, with the diagrams of all three pit entries."
            image={pictures.lane}
            meta="opened 38 times"
          />
        </State>
      </Board>
    </>
  );
}
