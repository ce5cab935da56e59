import { useState } from 'react';
import { Button } from '../../primitives/button/button';
import { pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';
import { FileRow, Media } from '../../primitives/media/media';
import { Viewer } from './viewer';

const items = [pictures.dawn, pictures.lane, pictures.tyres].map((src, index) => ({
  kind: 'picture' as const,
  src,
  alt: `Picture ${index + 1} of 3`,
}));

export function ViewerBoards() {
  const [start, setStart] = useState<number>();
  return (
    <Board title="Pictures, videos, files">
      <State name="a video, and one being prepared">
        <Media
          items={[
            { src: pictures.lane, alt: '', isVideo: true },
            { src: '', alt: '', isVideo: true, progress: { percent: 40, label: 'Preparing the video, 40%' } },
          ]}
          openLabel={(index) => `Open video ${index + 1} of 2`}
          onOpen={setStart}
        />
      </State>
      <State name="a picture that does not load">
        <Media items={[{ src: '', alt: '' }]} openLabel={() => 'Open picture 1 of 1'} onOpen={setStart} />
      </State>
      <State name="a file with a thumbnail">
        <FileRow
          type="PNG"
          name="pit-lane.png"
          meta="820 kB"
          thumb={pictures.tyres}
          download={{ label: 'Download pit-lane.png', href: '#file' }}
        />
      </State>
      <State name="viewer">
        <Button onPress={() => setStart(0)}>Open the viewer</Button>
        {start !== undefined && (
          <Viewer
            items={items}
            start={start}
            labels={{
              title: 'Pictures',
              close: 'Close',
              previous: 'Previous',
              next: 'Next',
              zoomIn: 'Zoom in',
              zoomOut: 'Zoom out',
              download: 'Download',
              share: 'Share',
              failed: 'This could not be loaded.',
              retry: 'Retry',
              position: (index) => `${index + 1} of 3`,
            }}
            onClose={() => setStart(undefined)}
            onDownload={() => undefined}
            onShare={() => undefined}
          />
        )}
      </State>
    </Board>
  );
}
