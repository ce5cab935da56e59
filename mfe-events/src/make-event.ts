import type { PaddockEvent } from '@paddock/contract/calls/events';

/** A valid event; the test passes only the fields it is about. */
export function makeEvent(fields: Partial<PaddockEvent> = {}): PaddockEvent {
  return {
    id: fields.title ?? 'race',
    title: 'Race',
    when: '2026-07-19T13:00:00Z',
    time_zone: 'Europe/Brussels',
    where: 'Spa-Francorchamps',
    desc: '',
    color: '#d92d3a',
    image_urls: [],
    files: [],
    workplace: '',
    invitation_only: false,
    synced: false,
    new: false,
    can_edit: false,
    can_delete: false,
    created: '2026-01-01T00:00:00Z',
    all_day: fields.end !== undefined && fields.end === fields.when,
    ...fields,
  };
}
