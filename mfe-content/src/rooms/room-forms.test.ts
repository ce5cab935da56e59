import { describe, expect, it } from '@jest/globals';
import type { Room } from '@paddock/contract/calls/rooms';
import { createRoomForm, roomFormValues, fieldsOf, removedFields } from './room-forms';

const room = (fields: Partial<Room> = {}): Room => ({
  ...{ id: 'r1', title: 'Media centre', desc: 'Ground floor', equipment: '', url: '', city: 'Spa', building: '' },
  ...{ price: '', cancellation_delay: -1, admin_confirmation_required: false, check_in_minutes: 0 },
  ...{ image_urls: [], files: [], time_zone: 'Europe/Brussels', start_hour: 8, end_hour: 19, workplace: '' },
  ...{ bookings: [], can_edit: true, can_decide: true, capacity: 40 },
  ...fields,
});
const form = (fields: Record<string, unknown> = {}) =>
  ({ title: 'Media centre', cancellation: 'always', ...fields }) as Parameters<typeof fieldsOf>[0];

describe('the notice of a cancellation', () => {
  it.each([
    ['never', undefined, 0],
    ['always', undefined, -1],
    ['notice', '1', 24],
    ['notice', '1.5', 36],
    ['notice', '0.08', 2],
  ])('%s %s is stored as %s hours and shown the same again', (cancellation, days, hours) => {
    const fields = fieldsOf(form({ cancellation, days }));
    expect(fields.cancellation_delay).toBe(hours);
    expect(roomFormValues(room({ cancellation_delay: hours }))).toMatchObject({ cancellation, ...(days && { days }) });
  });

  it.each(['0', '-1', '366', '0.3', 'two'])('refuses %s days', (days) => {
    const schema = createRoomForm.schema({} as Parameters<typeof createRoomForm.schema>[0]);
    expect(schema.safeParse(form({ cancellation: 'notice', days })).success).toBe(false);
  });
});

describe(removedFields, () => {
  it('names the optional fields that were emptied, and no others', () => {
    expect(removedFields(room(), form({ desc: '', city: 'Spa', capacity: '', time_zone: 'Europe/Brussels' }))).toEqual([
      'desc',
      'capacity',
    ]);
  });
});
