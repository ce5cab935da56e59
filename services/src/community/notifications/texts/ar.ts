import type { NotificationTexts } from './notification-texts.js';

export const arabic: NotificationTexts = {
  mention: {
    subject: 'أشار إليك {{who}}',
    lines: ['أشار إليك {{who}} في {{where}}:', 'أشار إليك {{who}} في منشور خاص:'],
    action: 'فتح المنشور',
  },
  direct_message: {
    subject: 'كتب إليك {{who}}',
    lines: ['أرسل إليك {{who}} منشورًا خاصًا لم تقرأه بعد.'],
    action: 'قراءته',
  },
};
