import { useState } from 'react';
import { ArrowDown, ArrowUp, Globe, MapPin, Phone } from 'lucide-react';
import { IconButton } from '../../primitives/button/button';
import { FileRow } from '../../primitives/media/media';
import { NoticeCard, NoticeLine, Notices } from './notice-card';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function NoticeBoard() {
  const [open, setOpen] = useState<string | null>('noise');
  const toggle = (id: string) => () => setOpen(open === id ? null : id);
  return (
    <Board title="Notices" wide bare>
      <Notices label="Notices">
        <NoticeCard
          title="Notice 14: track limits at Raidillon"
          meta="Race control · 14:51"
          tone="var(--group-1)"
          newLabel="new"
          open={open === 'limits'}
          onToggle={toggle('limits')}
        >
          <p>From now on lap times are deleted when all four wheels leave the track.</p>
        </NoticeCard>
        <NoticeCard
          title="Noise limit between 22:00 and 07:00"
          meta="Circuit of Spa-Francorchamps · today, 11:20"
          tone="var(--group-8)"
          open={open === 'noise'}
          onToggle={toggle('noise')}
          actions={
            <>
              <IconButton dense icon={ArrowUp} label="Move up" onPress={nothing} />
              <IconButton dense icon={ArrowDown} label="Move down" onPress={nothing} />
            </>
          }
        >
          <p>The circuit’s permit allows 50 dB at the fence after 22:00. Wheel guns stay in the truck.</p>
          <FileRow
            type="PDF"
            name="Power-boxes_lower-paddock_issue-3.pdf"
            meta="640 kB"
            tone="var(--group-1)"
            download={{ label: 'Download', onPress: nothing }}
          />
          <div>
            <NoticeLine href="tel:+3287000114" icon={Phone} title="Night desk" value="+32 87 000 114" />
            <NoticeLine href="#map" icon={MapPin} title="Power boxes" value="Open map" />
            <NoticeLine href="#permit" icon={Globe} title="permit.spa.example" external />
          </div>
        </NoticeCard>
      </Notices>
    </Board>
  );
}
