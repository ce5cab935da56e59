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
};
