import { useState } from 'react';
import { Check, Flag, Pencil, Plus, RotateCw, X } from 'lucide-react';
import { Button, IconButton } from './button';
import { Segmented } from '../segmented/segmented';
import { Chip } from '../tag/tag';
import { Board } from '../../gallery/board';

export function ButtonBoard() {
  const [view, setView] = useState<'month' | 'day' | 'list'>('month');
  return (
    <Board title="Buttons">
      <div className="inline wrap">
        <Button variant="primary">Primary</Button>
        <Button variant="ink" icon={RotateCw}>
          Retry
        </Button>
        <Button>Neutral</Button>
        <Button variant="outline">Outline</Button>
        <Button variant="quiet">Text</Button>
      </div>
      <div className="inline wrap">
        <Button variant="danger">Delete</Button>
        <Button variant="danger-outline">Block</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" pending>
          Send
        </Button>
        <Button variant="primary">Send</Button>
        <Button variant="primary" size="s" pending>
          Small
        </Button>
        <Button variant="outline" size="s" icon={Plus}>
          Small
        </Button>
        <Button variant="yes" icon={Check}>
          Going
        </Button>
      </div>
      <div className="inline">
        <IconButton icon={Pencil} label="Edit" />
        <IconButton icon={Check} label="Chosen" isSelected />
        <IconButton icon={X} label="Dense" dense />
        <IconButton icon={RotateCw} label="Pending" pending />
        <IconButton icon={Flag} label="Off" disabled />
      </div>
      <Segmented
        label="View"
        value={view}
        onChange={setView}
        options={[
          { id: 'month', label: 'Month' },
          { id: 'day', label: 'Day' },
          { id: 'list', label: 'List' },
        ]}
      />
      <div className="inline wrap">
        <Chip isSelected>Everybody</Chip>
        <Chip tone="var(--group-2)">Pit wall 27</Chip>
        <Chip tone="var(--group-8)">Officials</Chip>
      </div>
    </Board>
  );
}
