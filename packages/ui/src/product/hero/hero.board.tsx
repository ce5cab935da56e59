import { useState } from 'react';
import { CircleCheck, Hourglass, Unlink } from 'lucide-react';
import { Button } from '../../primitives/button/button';
import { EntryState } from './hero';
import { PinField } from '../../forms/pin-field/pin-field';
import { Board, State } from '../../gallery/board';

const nothing = () => undefined;

/** The screens between sign-up and the first tab. */
export function EntryBoards() {
  const [pin, setPin] = useState('4821');
  return (
    <>
      <Board title="PIN field">
        <State name="Typing">
          <PinField label="PIN" value={pin} onChange={setPin} onComplete={nothing} />
        </State>
        <State name="Wrong">
          <PinField
            label="PIN"
            value="481216"
            error="This PIN is wrong."
            onChange={nothing}
            onComplete={nothing}
            help="It came by mail."
          />
        </State>
      </Board>
      <Board title="Entry states">
        <State name="Under way">
          <EntryState kind="busy" title="One moment" text="Checking the link." />
        </State>
        <State name="Done">
          <EntryState
            kind="ok"
            icon={CircleCheck}
            title="Thank you"
            text="Your address is verified."
            actions={
              <Button variant="primary" size="l">
                Go on
              </Button>
            }
          />
        </State>
        <State name="Waiting">
          <EntryState
            kind="wait"
            icon={Hourglass}
            title="Waiting for approval"
            text="An admin looks at your request."
            actions={<Button size="l">Reload</Button>}
          />
        </State>
        <State name="Failed">
          <EntryState kind="bad" icon={Unlink} title="This link does not work" text="Ask for a new one." />
        </State>
      </Board>
    </>
  );
}
