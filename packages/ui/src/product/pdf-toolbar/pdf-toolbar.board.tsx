import { useState } from 'react';
import { PdfToolbar } from './pdf-toolbar';
import { Board } from '../../gallery/board';

export function PdfBoard() {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(110);
  const [arePagesOpen, setPagesOpen] = useState(false);
  const [text, setText] = useState('warm-up');
  return (
    <Board title="PDF toolbar" wide flush>
      <PdfToolbar
        label="Timetable_Spa_issue-3.pdf"
        back={{ label: 'Back', onPress: () => undefined }}
        page={{
          value: page,
          of: 12,
          label: 'Page',
          ofText: 'of 12',
          previousLabel: 'Previous page',
          nextLabel: 'Next page',
        }}
        onPage={setPage}
        zoom={{ text: `${zoom}%`, outLabel: 'Zoom out', inLabel: 'Zoom in', least: zoom <= 50, most: zoom >= 400 }}
        onZoom={(step) => setZoom(zoom + step * 10)}
        find={{
          value: text,
          label: 'Find',
          count: text ? '1/3' : '',
          spoken: text ? '1 of 3 matches' : '',
          previousLabel: 'Previous match',
          nextLabel: 'Next match',
          none: text === '',
        }}
        onFind={setText}
        onMatch={() => undefined}
        pages={{ label: 'Pages', isOpen: arePagesOpen, onPress: () => setPagesOpen(!arePagesOpen) }}
        download={{ label: 'Download', href: '#download' }}
      />
    </Board>
  );
}
