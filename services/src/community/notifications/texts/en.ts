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
  event_place: {
    subject: 'You have a place: {{title}}',
    lines: ['A place has become free: you attend {{title}}.'],
    action: 'Open the event',
  },
};
