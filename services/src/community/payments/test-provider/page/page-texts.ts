/** The texts of the test provider's own pages. */
const en = {
  notice: 'Test provider: no money moves',
  hint: 'Pay with card 4242 4242 4242 4242, any future date and any code.',
  more: 'More test cards',
  declined: 'is declined',
  insufficient: 'has insufficient funds',
  asks: "asks for the bank's confirmation",
  later: 'is confirmed after some seconds',
  once: 'pays now and fails at the next renewal',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'MM / YY',
  cvc: 'Security code',
  email: 'E-mail',
  challenge: "Your bank's confirmation",
  challengeText: 'This page takes the place of your bank. Complete the payment, or let it fail.',
  complete: 'Complete',
  fail: 'Fail',
  subscribe: 'Subscribe',
  cancel: 'Cancel',
  back: 'Back',
  total: 'Total',
  incomplete: 'Your card details are incomplete.',
  failed: 'The payment was not confirmed.',
  closed: 'This page has expired. Go back and start again.',
  portal: 'Subscription',
  active: 'Active until {date}, then renewed.',
  ending: 'Active until {date}, then it ends.',
  pastDue: 'The last payment failed.',
  ended: 'Ended.',
  none: 'There is no subscription.',
  endAtPeriod: 'Cancel subscription',
  resume: 'Continue subscription',
  card: 'Card',
  replaceCard: 'Replace card',
};
export type PageTexts = typeof en;

const ar: PageTexts = {
  notice: 'مزوّد تجريبي: لا تُنقل أي أموال',
  hint: 'ادفع بالبطاقة ⁦4242 4242 4242 4242⁩ مع أي تاريخ مستقبلي وأي رمز.',
  more: 'بطاقات تجريبية أخرى',
  declined: 'تُرفض',
  insufficient: 'رصيدها غير كافٍ',
  asks: 'تطلب تأكيد البنك',
  later: 'تُؤكَّد بعد بضع ثوانٍ',
  once: 'تدفع الآن وتفشل عند التجديد التالي',
  number: 'رقم البطاقة',
  expiry: 'تاريخ الانتهاء',
  expiryHint: 'MM / YY',
  cvc: 'رمز الأمان',
  email: 'البريد الإلكتروني',
  challenge: 'تأكيد البنك',
  challengeText: 'تحلّ هذه الصفحة محل البنك. أكمل الدفع أو دعه يفشل.',
  complete: 'إكمال',
  fail: 'إفشال',
  subscribe: 'اشتراك',
  cancel: 'إلغاء',
  back: 'رجوع',
  total: 'المجموع',
  incomplete: 'بيانات البطاقة غير مكتملة.',
  failed: 'لم يُؤكَّد الدفع.',
  closed: 'انتهت صلاحية هذه الصفحة. ارجع وابدأ من جديد.',
  portal: 'الاشتراك',
  active: 'ساري حتى {date} ثم يُجدَّد.',
  ending: 'ساري حتى {date} ثم ينتهي.',
  pastDue: 'فشل الدفع الأخير.',
  ended: 'انتهى.',
  none: 'لا يوجد اشتراك.',
  endAtPeriod: 'إلغاء الاشتراك',
  resume: 'متابعة الاشتراك',
  card: 'البطاقة',
  replaceCard: 'استبدال البطاقة',
};

export const pageLanguages = ['en', 'ar'] as const;
export type PageLanguage = (typeof pageLanguages)[number];
const byLanguage: Readonly<Record<PageLanguage, PageTexts>> = { en, ar };

/** The language of a `locale` or an Accept-Language header; English for all that the pages do not have. */
export const pageLanguage = (locale: unknown): PageLanguage =>
  typeof locale === 'string' && /^ar\b/i.test(locale) ? 'ar' : 'en';

export const pageTexts = (language: PageLanguage): PageTexts => byLanguage[language];
