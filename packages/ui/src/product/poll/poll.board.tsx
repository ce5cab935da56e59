import { useState } from 'react';
import { Poll } from './poll';
import type { PollOption } from './poll';
import { Board, State } from '../../gallery/board';

const options: PollOption[] = [
  { id: 'a', text: '07:30', percent: 24, share: '24%' },
  { id: 'b', text: '08:15, after the warm-up', percent: 59, share: '59%' },
  { id: 'c', text: '09:00, if the rain comes and the safety car has left the pit lane', percent: 17, share: '17%' },
];
const words = { label: 'When do we meet?', mineLabel: 'Your choice' };

export function PollBoard() {
  const [one, setOne] = useState('b');
  const [several, setSeveral] = useState(['a', 'b']);
  return (
    <Board title="Poll">
      <State name="voting">
        <Poll
          {...words}
          options={options.map((option) => ({ ...option, mine: option.id === one }))}
          onVote={setOne}
          meta={['29 votes', 'Private', 'Ends Friday, 18:00']}
        />
      </State>
      <State name="several answers">
        <Poll
          {...words}
          multiple
          options={options.map((option) => ({ ...option, mine: several.includes(option.id) }))}
          onVote={(id) => setSeveral((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]))}
        />
      </State>
      <State name="vote under way">
        <Poll {...words} options={options.slice(0, 2).map((option, at) => ({ ...option, pending: at === 1 }))} />
      </State>
      <State name="ended">
        <Poll
          {...words}
          ended
          options={options.map((option) => ({ ...option, mine: option.id === 'b' }))}
          meta={['Ended Friday', '29 votes']}
        />
      </State>
    </Board>
  );
}
