import { Megaphone, MessageCircle } from 'lucide-react';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { Button, IconButton } from '../../primitives/button/button';
import { PersonRow } from '../person-row/person-row';
import { ProfileHead } from './profile-head';
import { Rows } from '../../primitives/row/row';
import { DistanceHead, Sectors } from '../sectors/sectors';
import type { Nearness } from '../sectors/sectors';
import { Tag } from '../../primitives/tag/tag';
import { people } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const buckets: [Nearness, string][] = [
  [5, 'right here'],
  [4, 'short walk'],
  [3, 'nearby'],
  [2, 'in the area'],
  [1, 'far far'],
];

export function PeopleBoards() {
  return (
    <>
      <Board title="People" flush>
        {buckets.map(([near, label]) => (
          <State key={near} name={`distance ${near}`} flush>
            <DistanceHead near={near} level={3}>
              {label}
            </DistanceHead>
          </State>
        ))}
        <Rows divider="avatar" label="People">
          <PersonRow
            href="#tamsin"
            avatar={<PersonAvatar {...people.tamsin} online />}
            lines={['Tamsin Okoro', 'Driver, car 27', 'Northfell Racing']}
            distance="40 m"
            action={<IconButton icon={MessageCircle} label="Message Tamsin" />}
          />
          <PersonRow
            href="#hugo"
            avatar={<PersonAvatar {...people.hugo} />}
            lines={['Hugo Lindqvist-Abara', 'Tyre technician', 'Kestrel Motorsport']}
            distance="120 m"
            action={<IconButton icon={MessageCircle} label="Message Hugo" pending />}
          />
        </Rows>
      </Board>
      <Board title="Profile head" bare>
        <ProfileHead
          level={3}
          avatar={<PersonAvatar {...people.tamsin} size="xl" alt="Portrait of Tamsin Okoro" />}
          name="Tamsin Okoro"
          sub="tamsin_27 · Driver, Northfell Racing"
          status={
            <>
              <Tag kind="ok" dot>
                Online
              </Tag>
              <Tag>
                <Sectors near={5} />
                right here, <span className="tabular-nums">40 m</span>
              </Tag>
            </>
          }
          actions={
            <>
              <Button variant="primary" icon={MessageCircle}>
                Message
              </Button>
              <Button variant="outline" icon={Megaphone}>
                Shouts
              </Button>
            </>
          }
        />
      </Board>
    </>
  );
}
