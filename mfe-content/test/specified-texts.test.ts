/** @jest-environment node */
import { expect, it } from '@jest/globals';
import classifieds from '../src/classifieds/messages/en.json' with { type: 'json' };
import dueTexts from '../src/dues/messages/en.json' with { type: 'json' };
import home from '../src/messages/en.json' with { type: 'json' };
import notices from '../src/notices/messages/en.json' with { type: 'json' };
import roomTexts from '../src/rooms/messages/en.json' with { type: 'json' };

const { ads, ad_form: adForm } = classifieds;
const { rooms, room } = roomTexts;

// Texts that specification B quotes for these tabs. The tests of the screens show where each is.
it.each([
  ['B §2, Home', home.home.greeting, 'Dear {{name}}'],
  ['B §8, empty states: home', home.home.empty, 'Nothing new'],
  ['B §8, empty states: notices', notices.notices.empty, 'Nothing new'],
  ['B §8, empty states: classifieds', ads.empty, 'Be the first'],
  ['B §2, the menu of notices', notices.notices.mark_all_read, 'Mark all as read'],
  ['B §2, the menu of classifieds', ads.mark_all_read, 'Mark all as read'],
  ['B §6, a long press on a notice', notices.notices.report, 'Report content'],
  ['B §6, a long press on an ad', ads.report, 'Report content'],
  ['B §2, Cancel of a notice', notices.notices.cancel, 'Cancel'],
  ['B §2, Cancel of an ad', ads.cancel, 'Cancel'],
  [
    'B §8, SPONSOR_NOT_FOUND',
    notices.notices.SPONSOR_NOT_FOUND,
    'This notice was not found, we apologise for the inconvenience',
  ],
  ['B §2, Rooms', rooms.your_bookings, 'Your bookings'],
  ['B §2, Rooms', rooms.view_more, 'View more'],
  ['B §2, Rooms', rooms.view_less, 'View less'],
  ['B §2, Rooms', rooms.available, 'Rooms available'],
  ['B §8, empty states: rooms', rooms.empty, 'No rooms'],
  ['B §3, Booking', rooms.pending, 'Pending'],
  ['B §8, a booking', room.booked, 'Booking confirmed'],
  ['B §8, a booking that needs approval', room.requested, 'Booking request success'],
  ['B §8, FORBIDDEN on booking cancel', room.cancel_forbidden, 'Cancellation forbidden'],
  ['B §4, Dues', dueTexts.pay.success, 'payment success'],
  ['B §8, empty states: dues', dueTexts.dues.empty, 'Nothing new'],
  ['B §5, a reply without a classified', adForm.unknown_error, 'unknown error'],
])('%s', (_, text, specified) => expect(text).toBe(specified));

it('has MIN and MAX in INVALID_LIFETIME, for the configured bounds', () =>
  expect(adForm.invalid_lifetime).toMatch(/MIN.*MAX/));
