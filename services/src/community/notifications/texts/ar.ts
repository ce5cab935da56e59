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
  booking_made: {
    subject: 'حجزك: {{title}}، {{day}}',
    lines: ['حجزت {{title}} في {{day}}.'],
    action: 'فتح القاعات',
  },
  booking_pending: {
    subject: 'طلبك: {{title}}، {{day}}',
    lines: ['طلبت {{title}} في {{day}}. يصبح الحجز لك بعد تأكيد أحد المشرفين.'],
    action: 'فتح القاعات',
  },
  booking_confirmed: {
    subject: 'تأكد الحجز: {{title}}، {{day}}',
    lines: ['تأكد حجزك لقاعة {{title}} في {{day}}.'],
    action: 'فتح القاعات',
  },
  booking_rejected: {
    subject: 'رُفض الطلب: {{title}}، {{day}}',
    lines: ['رُفض طلبك لقاعة {{title}} في {{day}}.'],
    action: 'فتح القاعات',
  },
  booking_cancelled: {
    subject: 'أُلغي الحجز: {{title}}، {{day}}',
    lines: ['أُلغي حجزك لقاعة {{title}} في {{day}}.'],
    action: 'فتح القاعات',
  },
  booking_withdrawn: {
    subject: 'أُلغي الحجز: {{title}}، {{day}}',
    lines: ['ألغيت حجزك لقاعة {{title}} في {{day}}.'],
    action: 'فتح القاعات',
  },
  booking_released: {
    subject: 'أُتيح الحجز للآخرين: {{title}}، {{day}}',
    lines: ['لم تسجّل حضورك، فأصبحت {{title}} في {{day}} متاحة للآخرين من جديد.'],
    action: 'فتح القاعات',
  },
  due_new: {
    subject: 'للدفع: {{title}}',
    lines: ['يرجى دفع {{title}}.'],
    action: 'فتح المستحق',
  },
  due_reminder: {
    subject: 'تذكير: {{title}}',
    lines: ['لم يُدفع {{title}} بعد، وآخر موعد {{day}}.', 'لم يُدفع {{title}} بعد.'],
    action: 'فتح المستحق',
  },
  due_refunded: {
    subject: 'رُدّ المبلغ: {{title}}',
    lines: ['رُدّ {{amount}} من دفعتك مقابل {{title}}.'],
    action: 'فتح المستحق',
  },
  plan_payment_failed: {
    subject: 'تعذّر تجديد باقتك: {{title}}',
    lines: ['فشلت دفعة {{title}}. سيحاول مزوّد الدفع مرة أخرى؛ يرجى مراجعة بطاقتك.'],
    action: 'فتح باقتك',
  },
  plan_ended: {
    subject: 'انتهت باقتك: {{title}}',
    lines: ['لم تعد لديك الباقة {{title}}.'],
    action: 'عرض الباقات',
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
