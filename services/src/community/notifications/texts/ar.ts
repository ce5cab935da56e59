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
  timetable_shifted: {
    subject: 'تغيّر الجدول الزمني: {{title}}',
    lines: ['تتحرك جلسات اليوم ابتداءً من {{title}} بمقدار \u2066{{minutes}}\u2069 دقيقة.'],
    action: 'فتح الجدول الزمني',
  },
  event_place: {
    subject: 'لديك مكان: {{title}}',
    lines: ['توفّر مكان لك: ستحضر {{title}}.'],
    action: 'فتح الفعالية',
  },
  classified_ending: {
    subject: 'إعلانك على وشك الانتهاء: {{title}}',
    lines: ['ينتهي إعلانك {{title}} في {{day}}. جدّده ليبقى لمدة أخرى، وإلا فسيختفي من تلقاء نفسه.'],
    action: 'تجديد الإعلان',
  },
  sponsor_acknowledge: {
    subject: 'يرجى تأكيد الاطلاع: {{title}}',
    lines: ['يطلب منك {{who}} قراءة {{title}} وتأكيد الاطلاع عليه.'],
    action: 'القراءة وتأكيد الاطلاع',
  },
  sponsor_reminder: {
    subject: 'بانتظار تأكيدك: {{title}}',
    lines: ['لم تؤكد اطلاعك على {{title}} بعد.'],
    action: 'القراءة وتأكيد الاطلاع',
  },
};
