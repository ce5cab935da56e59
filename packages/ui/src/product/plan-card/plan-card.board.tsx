import { useState } from 'react';
import { Check, Pencil } from 'lucide-react';
import { Button } from '../../primitives/button/button';
import { DueCard } from '../due-card/due-card';
import { TextInput } from '../../forms/field/field';
import { PlanCards } from './plan-card';
import { Tag } from '../../primitives/tag/tag';
import { Board, State } from '../../gallery/board';

const edit = (
  <Button variant="quiet" icon={Pencil} className="push">
    Edit
  </Button>
);

export function MoneyBoards() {
  const [plan, setPlan] = useState<string>('engineer');
  return (
    <>
      <Board title="Plans" bare>
        <PlanCards
          label="Plans"
          value={plan}
          onChange={setPlan}
          plans={[
            {
              id: 'crew',
              name: 'Crew',
              price: '€0',
              period: 'with your licence',
              text: 'Chats, shouts, events, notices and bookable rooms.',
              tag: 'Current',
            },
            {
              id: 'engineer',
              name: 'Engineer',
              price: '€18.00',
              period: 'a month',
              text: 'Everything in Crew, with the telemetry library, stint sheets and tyre data of past rounds.',
            },
            { id: 'season', name: 'Season pass', price: '€129.00', period: 'once', text: 'Paid once.', pending: true },
          ]}
        />
      </Board>
      <Board title="Dues" bare>
        <State name="open">
          <DueCard
            title="Entry fee, round 6"
            text="Car 27, Spa-Francorchamps. Payable before Sunday, 12:00."
            amount="360.00 EUR"
            actions={
              <>
                <Button variant="primary">Pay 360.00 EUR</Button>
                {edit}
              </>
            }
          />
        </State>
        <State name="paying">
          <DueCard
            title="Garage power, box 14"
            text="Three days on the grid supply, with two outlets."
            amount="125.00 EUR"
            actions={
              <>
                <Button pending>Paying</Button>
                {edit}
              </>
            }
          >
            <TextInput label="Card" required />
            <div className="inline">
              <Button variant="ink" className="grow">
                Pay 125.00 EUR
              </Button>
              <Button variant="outline">Cancel</Button>
            </div>
          </DueCard>
        </State>
        <State name="paid">
          <DueCard
            title="Licence, season 2026"
            text="International C, renewed in January."
            amount="240.00 EUR"
            actions={
              <Tag kind="ok" icon={Check}>
                Paid on 12.01.2026
              </Tag>
            }
          />
        </State>
      </Board>
    </>
  );
}
