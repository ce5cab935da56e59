import { Check, Flag } from 'lucide-react';
import { GroupAvatar, PersonAvatar, Pile } from '../avatar/avatar';
import { Badge, NewDot } from './badge';
import { Spinner } from '../spinner/spinner';
import { Tag, Token } from '../tag/tag';
import { people } from '../../gallery/samples';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function BadgeBoard() {
  return (
    <Board title="Badges, tags, avatars">
      <div className="inline wrap">
        <Badge count={3} />
        <Badge count={79} cap={79} />
        <Badge count={80} cap={79} />
        <Badge count={24} muted />
        <NewDot label="new" />
        <Spinner />
      </div>
      <div className="inline wrap">
        <Tag>Neutral</Tag>
        <Tag kind="ok" icon={Check}>
          Confirmed
        </Tag>
        <Tag kind="warn">Pending</Tag>
        <Tag kind="bad">Failed</Tag>
        <Tag kind="info">Beta</Tag>
        <Tag kind="accent">Now</Tag>
        <Tag tone="var(--group-9)">Team managers</Tag>
      </div>
      <div className="inline wrap">
        <PersonAvatar {...people.tamsin} online />
        <PersonAvatar {...people.saanvi} />
        <GroupAvatar tone="var(--group-8)" icon={Flag} />
        <PersonAvatar {...people.noor} size="m" online />
        <PersonAvatar {...people.petra} size="s" />
        <Pile people={Object.values(people)} />
      </div>
      <div className="inline wrap">
        <Token avatar={<PersonAvatar {...people.petra} size="xs" />} removeLabel="Remove Petra" onRemove={nothing}>
          Petra Wolańska
        </Token>
        <Token removeLabel="Remove address" onRemove={nothing}>
          ana@kestrel.example
        </Token>
      </div>
    </Board>
  );
}
