import { useState } from 'react';
import {
  Bike,
  BookOpen,
  ChartLine,
  CloudSunRain,
  Folder,
  HardHat,
  Layers,
  Radio,
  Timer,
  UserRound,
  Wrench,
} from 'lucide-react';
import { Badge } from '../badge/badge';
import { CategoryBar } from '../../product/category-bar/category-bar';
import { ClassifiedCard } from '../../product/classified-card/classified-card';
import { LinkTile } from '../../product/link-tile/link-tile';
import { ListRow, Rows } from '../row/row';
import { ToneIcon } from '../tone-icon/tone-icon';
import { pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';
import gallery from '../../gallery/gallery.module.css';

const categories = [
  { id: 'all', label: 'All', icon: Layers },
  { id: 'gear', label: 'Safety gear', icon: HardHat },
  { id: 'tools', label: 'Tools', icon: Wrench },
  { id: 'radio', label: 'Radio', icon: Radio },
  { id: 'bike', label: 'Getting around', icon: Bike },
  { id: 'own', label: 'My ads', icon: UserRound },
] as const;

export function TileBoards() {
  const [category, setCategory] = useState<(typeof categories)[number]['id']>('all');
  return (
    <>
      <Board title="Links" wide bare>
        <div className={gallery.tiles}>
          <State name="link">
            <LinkTile href="#timing" icon={Timer} tone="var(--group-1)" title="Live timing" text="Opens in the app" />
          </State>
          <State name="document">
            <LinkTile
              href="#rules"
              icon={BookOpen}
              tone="var(--group-9)"
              title="Sporting regulations"
              text="PDF, issue 7"
              kind="document"
              kindLabel="Document"
            />
          </State>
          <State name="locked">
            <LinkTile
              href="#telemetry"
              icon={ChartLine}
              tone="var(--group-14)"
              title="Telemetry library"
              text="For Engineer plan or higher"
              kind="locked"
              kindLabel="Locked"
            />
          </State>
          <State name="long">
            <LinkTile
              href="#weather"
              icon={CloudSunRain}
              tone="var(--group-8)"
              title="Circuit weather, radar and lightning warnings of the valley"
              text="radar.meridian-gt-series.example"
              external
            />
          </State>
        </div>
      </Board>
      <Board title="Classifieds" wide bare>
        <CategoryBar label="Categories" options={categories} value={category} onChange={setCategory} />
        <div className={gallery.tiles}>
          <State name="new">
            <ClassifiedCard
              href="#scooter"
              title="Paddock scooter, 48 V"
              meta="12 days · Lukas Rehnfeldt"
              src={pictures.lane}
              tag="New"
            />
          </State>
          <State name="yours">
            <ClassifiedCard
              href="#headsets"
              title="Two headsets and radio"
              meta="4 days · You"
              src={pictures.helmet}
              tag="Yours"
            />
          </State>
          <State name="without picture">
            <ClassifiedCard href="#room" title="Room in Malmedy, two beds" meta="1 day · Saanvi Raghunathar" />
          </State>
        </div>
      </Board>
      <Board title="Folders" flush>
        <Rows label="Folders">
          <ListRow
            href="#folder"
            start={<ToneIcon icon={Folder} tone="var(--group-3)" />}
            title="Round 6, Spa-Francorchamps"
            sub="14 files"
            end={<Badge count={3} spoken="3 new" />}
            chevron
          />
        </Rows>
      </Board>
    </>
  );
}
