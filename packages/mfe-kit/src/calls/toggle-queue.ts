import { useRef } from 'react';

/** How the requested states of a record ended. */
export interface ToggleOutcome<Reply> {
  /** To the last state that the service accepted; absent if it accepted none. */
  reply?: Reply;
  /** The error with which the service refused the last state. */
  error?: unknown;
}

/**
 * For controls that a member presses several times in a row: likes, votes, replies to events. One call of a record runs at a time; after
 * it, only the last requested state is sent, and nothing if the service has that state. The caller shows each state at once.
 * @param send sends one state of the record with this id
 * @returns requests a state; of several presses, the `onOutcome` of the first gets the outcome of all
 */
export function useToggleQueue<State, Reply>(send: (id: string, state: State) => Promise<Reply>) {
  const requested = useRef(new Map<string, State>());

  async function sendAll(id: string, states: Map<string, State>): Promise<ToggleOutcome<Reply>> {
    const outcome: ToggleOutcome<Reply> = {};
    try {
      for (let sent: State | undefined; sent !== states.get(id);) {
        sent = states.get(id)!;
        outcome.reply = await send(id, sent);
      }
    } catch (error) {
      outcome.error = error;
    }
    states.delete(id);
    return outcome;
  }

  return (id: string, state: State, onOutcome: (outcome: ToggleOutcome<Reply>) => void): void => {
    const states = requested.current;
    const isRunning = states.has(id);
    states.set(id, state);
    if (!isRunning) void sendAll(id, states).then(onOutcome);
  };
}
