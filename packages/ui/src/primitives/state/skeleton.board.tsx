import { PersonAvatar } from '../avatar/avatar';
import { OfflineStrip } from '../banner/banner';
import { ModuleTile } from '../../product/module-tile/module-tile';
import { ChatRow } from '../row/row';
import { Skeleton } from './state';
import { people } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const rows = [
  'person',
  'row',
  'comment',
  'room',
  'slots',
  'card',
  'month',
  'tile',
  'bubble',
  'detail',
  'profile',
] as const;

/** Skeletons of every shape, offline, and a failed module. */
export function SkeletonBoards() {
  return (
    <>
      {rows.map((shape) => (
        <Board key={shape} title={`Loading: ${shape}`} flush>
          <State name={`loading ${shape}`} flush>
            <Skeleton
              shape={shape}
              count={shape === 'month' || shape === 'detail' || shape === 'profile' ? 1 : 2}
              label="Loading…"
              delay={0}
            />
          </State>
        </Board>
      ))}
      <Board title="Offline" flush>
        <OfflineStrip>
          <b className="strong">Internet disconnected.</b> You see what was loaded at{' '}
          <span className="tabular-nums">14:52</span>.
        </OfflineStrip>
        <ChatRow
          href="#waiting"
          avatar={<PersonAvatar {...people.tamsin} />}
          name="Tamsin Okoro"
          time="14:50"
          waiting="Waiting to send"
          subtitle="Box confirmed"
        />
      </Board>
      <Board title="Module tile" bare>
        <ModuleTile
          title="Rooms did not load"
          text="The other tabs work, and nothing you entered elsewhere is lost. Try again, or come back in a few minutes."
          module="rooms 2.4.1"
          code="MODULE_TIMEOUT"
          tried="twice"
          terms={{ module: 'Module', code: 'Code', tried: 'Tried' }}
          retryLabel="Retry"
          onRetry={() => undefined}
          whyLabel="Why is this?"
          whyHref="#diagnostics"
        />
      </Board>
    </>
  );
}
