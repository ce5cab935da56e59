import { readBadges } from '@paddock/contract/calls/badges';
import { markRead, readChats } from '@paddock/contract/calls/chats';
import { asApiError } from '@paddock/mfe-kit/api-error';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { queryKey } from '@paddock/mfe-kit/queries';
import { isConnected } from '@paddock/mfe-kit/realtime';

/** Milliseconds until failed marks are sent again without a return of connection or window; each round that fails doubles them. */
const firstPause = 6000;
const maxPause = 600_000;

/** The member and workplace whose marks the session can send. */
const ownerOf = ({ session }: Kit): string => {
  const { user, workplace } = session.get();
  return `${user?.id} ${workplace}`;
};

/**
 * How far a member has read each conversation of a workplace. Makes one call at a time for a conversation, with its newest position. A mark
 * that fails waits, also after its conversation was closed, and is sent again when the connection, the window or the workplace returns.
 */
function createReadMarks(kit: Kit, owner: string) {
  const { api, session, queryClient } = kit;
  const { connection } = kit.realtime;
  const waiting = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let failedRounds = 0;
  let stopWaiting = () => {};
  const isOwner = () => ownerOf(kit) === owner;
  const canSend = () => isOwner() && isConnected(connection.get());

  const refresh = () =>
    Promise.all([readChats, readBadges].map((call) => queryClient.invalidateQueries({ queryKey: queryKey(call) })));

  /** @returns false for a mark that the server may accept later; one that it refuses would be refused again */
  async function isAnswered(id: string, seq: number): Promise<boolean> {
    if (!isOwner()) return false;
    try {
      await api.call(markRead, { id, seq });
      return true;
    } catch (error) {
      const { passing, status } = asApiError(error);
      return !passing && status !== 429;
    }
  }

  async function send(id: string) {
    for (let seq = waiting.get(id); seq !== undefined; seq = waiting.get(id)) {
      if (!(await isAnswered(id, seq))) {
        sendLater();
        break;
      }
      if (waiting.get(id) === seq) waiting.delete(id);
      // The server answers: the others need not wait for the end of their pause.
      sendAll();
      failedRounds = 0;
      await refresh();
    }
    // No `await` since the last check of `waiting`: a mark added later starts its own call.
    underWay.delete(id);
  }

  function start(id: string) {
    if (!underWay.has(id)) underWay.set(id, Promise.resolve(id).then(send));
  }

  function sendAll() {
    stopWaiting();
    if (waiting.size === 0) return;
    failedRounds++;
    if (!canSend()) return sendLater();
    for (const id of waiting.keys()) start(id);
  }

  function sendLater() {
    stopWaiting();
    const timer = setTimeout(sendAll, Math.min(firstPause * 2 ** failedRounds, maxPause));
    const resume = () => canSend() && document.visibilityState === 'visible' && sendAll();
    const unsubscribe = [connection.subscribe(resume), ...(isOwner() ? [] : [session.subscribe(resume)])];
    document.addEventListener('visibilitychange', resume);
    stopWaiting = () => {
      clearTimeout(timer);
      for (const end of unsubscribe) end();
      document.removeEventListener('visibilitychange', resume);
    };
  }

  return {
    add(id: string, seq: number) {
      waiting.set(id, Math.max(seq, waiting.get(id) ?? 0));
      start(id);
    },
    /** Forgets a mark that waits. Resolves when none of the conversation is under way. */
    async drop(id: string) {
      waiting.delete(id);
      await underWay.get(id);
    },
  };
}

type ReadMarks = ReturnType<typeof createReadMarks>;
const marksOf = new WeakMap<Kit, Map<string, ReadMarks>>();

/** The present member's marks in the present workplace, shared by all timelines of the module. */
export function readMarks(kit: Kit): ReadMarks {
  const owner = ownerOf(kit);
  const known = marksOf.get(kit) ?? new Map<string, ReadMarks>();
  const marks = known.get(owner) ?? createReadMarks(kit, owner);
  marksOf.set(kit, known.set(owner, marks));
  return marks;
}
