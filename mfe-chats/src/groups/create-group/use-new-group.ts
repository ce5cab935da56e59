import type { CallInput } from '@paddock/contract/core/call';
import type { createGroup } from '@paddock/contract/calls/groups';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useMemo } from 'react';

/** What the finished steps of a new group entered; `client_id` makes a repeated Create return the same group. */
export type NewGroup = Partial<Omit<CallInput<typeof createGroup>, 'users'>>;

/** The group that the member is creating, which survives a reload. */
export function useNewGroup() {
  const [text, setText] = useDraft('new-group');
  const group = useMemo(() => parseDraft(text), [text]);
  return {
    group,
    put: (change: NewGroup) => setText(JSON.stringify({ client_id: crypto.randomUUID(), ...group, ...change })),
    clear: () => setText(''),
  };
}

function parseDraft(text: string): NewGroup {
  try {
    return Object(JSON.parse(text || '{}')) as NewGroup;
  } catch {
    return {};
  }
}
