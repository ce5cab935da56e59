import type { NotificationTexts } from './notification-texts.js';

export const english: NotificationTexts = {
  mention: {
    subject: '{{who}} mentioned you',
    lines: ['{{who}} mentioned you in {{where}}:', '{{who}} mentioned you in a private shout:'],
    action: 'Open the shout',
  },
  direct_message: {
    subject: '{{who}} wrote to you',
    lines: ['{{who}} sent you a private shout that you have not read yet.'],
    action: 'Read it',
  },
  event_new: {
    subject: '{{title}}',
    lines: ['{{who}} invites you to {{title}}.'],
    action: 'Open the event',
  },
  event_changed: {
    subject: '{{title}} has changed',
    lines: ['The time or the place of {{title}} has changed.'],
    action: 'Open the event',
  },
  event_cancelled: {
    subject: '{{title}} is cancelled',
    lines: ['{{title}} does not take place.'],
    action: 'Open the events',
  },
  timetable_shifted: {
    subject: 'The timetable has moved: {{title}}',
    lines: ['From {{title}} on, the sessions of the day move by {{minutes}} minutes.'],
    action: 'Open the timetable',
  },
  event_place: {
    subject: 'You have a place: {{title}}',
    lines: ['A place has become free: you attend {{title}}.'],
    action: 'Open the event',
  },
  classified_ending: {
    subject: 'Your ad ends soon: {{title}}',
    lines: [
      'Your ad {{title}} ends on {{day}}. Renew it to keep it for another term; otherwise it disappears by itself.',
    ],
    action: 'Renew the ad',
  },
  booking_made: {
    subject: 'Your booking: {{title}}, {{day}}',
    lines: ['You booked {{title}} on {{day}}.'],
    action: 'Open the rooms',
  },
  booking_pending: {
    subject: 'Your request: {{title}}, {{day}}',
    lines: ['You asked for {{title}} on {{day}}. It is yours once an admin confirms it.'],
    action: 'Open the rooms',
  },
  booking_confirmed: {
    subject: 'Confirmed: {{title}}, {{day}}',
    lines: ['Your booking of {{title}} on {{day}} is confirmed.'],
    action: 'Open the rooms',
  },
  booking_rejected: {
    subject: 'Rejected: {{title}}, {{day}}',
    lines: ['Your request for {{title}} on {{day}} was rejected.'],
    action: 'Open the rooms',
  },
  booking_cancelled: {
    subject: 'Cancelled: {{title}}, {{day}}',
    lines: ['Your booking of {{title}} on {{day}} was cancelled.'],
    action: 'Open the rooms',
  },
  booking_withdrawn: {
    subject: 'Cancelled: {{title}}, {{day}}',
    lines: ['You cancelled your booking of {{title}} on {{day}}.'],
    action: 'Open the rooms',
  },
  booking_released: {
    subject: 'Released: {{title}}, {{day}}',
    lines: ['You did not check in, so {{title}} on {{day}} is free for others again.'],
    action: 'Open the rooms',
  },
  due_new: {
    subject: 'To pay: {{title}}',
    lines: ['{{title}} is to be paid.'],
    action: 'Open the due',
  },
  due_reminder: {
    subject: 'Reminder: {{title}}',
    lines: ['{{title}} is still to be paid, until {{day}}.', '{{title}} is still to be paid.'],
    action: 'Open the due',
  },
  due_refunded: {
    subject: 'Refunded: {{title}}',
    lines: ['{{amount}} of your payment of {{title}} was refunded.'],
    action: 'Open the due',
  },
  plan_payment_failed: {
    subject: 'Your plan could not be renewed: {{title}}',
    lines: ['The payment for {{title}} failed. The provider tries again; please look at your card.'],
    action: 'Open your plan',
  },
  plan_ended: {
    subject: 'Your plan has ended: {{title}}',
    lines: ['You no longer have the plan {{title}}.'],
    action: 'See the plans',
  },
  sponsor_acknowledge: {
    subject: 'Please acknowledge: {{title}}',
    lines: ['{{who}} asks you to read {{title}} and to acknowledge it.'],
    action: 'Read and acknowledge',
  },
  sponsor_reminder: {
    subject: 'Still to acknowledge: {{title}}',
    lines: ['You have not acknowledged {{title}} yet.'],
    action: 'Read and acknowledge',
  },
};
