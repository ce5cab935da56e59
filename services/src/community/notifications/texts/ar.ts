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
  event_new: {
    subject: '{{title}}',
    lines: ['يدعوك {{who}} إلى {{title}}.'],
    action: 'فتح الفعالية',
  },
  event_changed: {
    subject: 'تغيّرت {{title}}',
    lines: ['تغيّر وقت {{title}} أو مكانها.'],
    action: 'فتح الفعالية',
  },
  event_cancelled: {
    subject: 'أُلغيت {{title}}',
    lines: ['لن تُقام {{title}}.'],
    action: 'فتح الفعاليات',
  },
  event_place: {
    subject: 'لديك مكان: {{title}}',
    lines: ['توفّر مكان لك: ستحضر {{title}}.'],
    action: 'فتح الفعالية',
  },
};
