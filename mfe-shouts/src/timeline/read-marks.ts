import { readBadges } from '@paddock/contract/calls/badges';
import { markRead, readChats } from '@paddock/contract/calls/chats';
import { asApiError } from '@paddock/mfe-kit/api-error';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { queryKey } from '@paddock/mfe-kit/queries';
import { isConnected } from '@paddock/mfe-kit/realtime';

/** Milliseconds until a failed mark is sent again without a return of connection or window; each failure in a row doubles them. */
const firstPause = 6000;
const maxPause = 600_000;

/** The server refuses the mark, and would refuse it again. */
function isRefusal(error: unknown): boolean {
  const { status } = asApiError(error);
  return status >= 400 && status < 500 && status !== 429;
}

/**
 * How far the member has read each conversation. Makes one call at a time for a conversation, with its newest position. A mark that fails
 * waits, also after its conversation was closed, and is sent again when the connection or the window returns.
 */
function createReadMarks({ api, session, queryClient, realtime: { connection } }: Kit) {
  const waiting = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let failures = 0;
  let stopWaiting = () => {};
  const member = () => {
    const { user, workplace } = session.get();
    return `${user?.id} ${workplace}`;
  };
  let owner = member();

  const isWaiting = (id: string, seq: number) => waiting.get(id) === seq && owner === member();

  const refresh = () =>
    Promise.all([readChats, readBadges].map((call) => queryClient.invalidateQueries({ queryKey: queryKey(call) })));

  async function send(id: string) {
    for (let seq = waiting.get(id); seq !== undefined && isWaiting(id, seq); seq = waiting.get(id)) {
      try {
        await api.call(markRead, { id, seq });
        failures = 0;
      } catch (error) {
        if (!isRefusal(error)) {
          sendLater();
          break;
        }
      }
      if (isWaiting(id, seq)) waiting.delete(id);
      await refresh();
    }
    // No step lies between the last look at what waits and this: a mark that is added later starts a call of its own.
    underWay.delete(id);
  }

  function start(id: string) {
    if (!underWay.has(id)) underWay.set(id, Promise.resolve(id).then(send));
  }

  function sendAll() {
    stopWaiting();
    if (owner !== member()) waiting.clear();
    if (waiting.size > 0 && !isConnected(connection.get())) return sendLater();
    for (const id of waiting.keys()) start(id);
  }

  function sendLater() {
    stopWaiting();
    const timer = setTimeout(sendAll, Math.min(firstPause * 2 ** failures++, maxPause));
    const resume = () => isConnected(connection.get()) && document.visibilityState === 'visible' && sendAll();
    const unsubscribe = connection.subscribe(resume);
    document.addEventListener('visibilitychange', resume);
    stopWaiting = () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', resume);
    };
  }

  return {
    add(id: string, seq: number) {
      if (owner !== member()) waiting.clear();
      owner = member();
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

const marksOf = new WeakMap<Kit, ReturnType<typeof createReadMarks>>();

/** The marks of this page, shared by all timelines of the module. */
export function readMarks(kit: Kit): ReturnType<typeof createReadMarks> {
  const known = marksOf.get(kit) ?? createReadMarks(kit);
  marksOf.set(kit, known);
  return known;
}
