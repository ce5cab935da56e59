import { Button } from '../button/button';
import { Prose } from '../prose/prose';
import { Empty, ErrorState, Skeleton } from './state';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function StateBoards() {
  return (
    <>
      <Board title="Loading a list" flush>
        <Skeleton shape="chat" count={3} label="Loading…" delay={0} />
        <Skeleton shape="event" count={2} label="Loading…" delay={0} />
      </Board>
      <Board title="Loading a feed" flush>
        <Skeleton shape="shout" count={1} label="Loading…" delay={0} />
      </Board>
      <Board title="Empty" flush>
        <Empty
          level={3}
          title="Be the first"
          text="Nobody has commented on this event yet."
          action={<Button variant="primary">Write a comment</Button>}
        />
      </Board>
      <Board title="Error" flush>
        <ErrorState
          level={3}
          title="Files could not be loaded"
          text="The server answered, but not with the list."
          code="NOT_FETCHED"
          retryLabel="Retry"
          onRetry={nothing}
        />
      </Board>
      <Board title="Long text">
        <Prose>
          <h2>What we keep</h2>
          <p>
            Your name and your messages, see the <a href="#privacy">privacy policy</a>.
          </p>
          <ul>
            <li>For as long as your account is open</li>
            <li>And thirty days after</li>
          </ul>
        </Prose>
      </Board>
    </>
  );
}
