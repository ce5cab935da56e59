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
