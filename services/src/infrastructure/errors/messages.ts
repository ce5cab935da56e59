import type { Language } from '@paddock/contract/core/deployment';
import type { ErrorCode } from '@paddock/contract/core/errors';

/** User-facing text of each error code. */
const english: Record<ErrorCode, string> = {
  MALFORMED_REQUEST: 'This request could not be read.',
  INVALID_INPUT: 'Please check the marked fields.',
  ID_MISMATCH: 'This request names two different things.',
  BODY_TOO_LARGE: 'This is too large to be sent.',
  HEADERS_TOO_LARGE: 'The headers of this request are too large.',
  REQUEST_TIMEOUT: 'This request took too long to arrive.',
  UNSUPPORTED_MEDIA_TYPE: 'This kind of content cannot be sent here.',
  DEPRECATED_CLIENT: 'This version of the app is too old. Please update it.',
  TOO_MANY_REQUESTS: 'That was too often. Please wait a moment.',
  INVALID_TOKEN: 'Please sign in.',
  TOKEN_EXPIRED: 'Your session has ended. Please sign in again.',
  INVALID_CREDENTIALS: 'Username or password is wrong.',
  EMAIL_NOT_VERIFIED: 'Please verify your e-mail address.',
  PENDING_APPROVAL: 'Your access has not been approved yet.',
  ACCESS_DENIED: 'Your access was denied.',
  SUBSCRIPTION_REQUIRED: 'A subscription is required.',
  ACCESS_FORBIDDEN: 'You may not use this community.',
  SECOND_FACTOR_REQUIRED: 'Please enter the code of your authenticator app.',
  SECOND_FACTOR_INVALID: 'This code is not right.',
  PASSKEY_FAILED: 'This passkey could not be used.',
  THIRD_PARTY_FAILED: 'Signing in there did not work. Please try again.',
  THIRD_PARTY_UNVERIFIED: 'Your e-mail address is not verified there.',
  FORBIDDEN: 'You are not allowed to do this.',
  FEATURE_DISABLED: 'This feature is turned off here.',
  NOT_FOUND: 'This does not exist.',
  UNKNOWN_COMMUNITY: 'There is no community at this address.',
  USER_NOT_FOUND: 'This user does not exist.',
  GROUP_NOT_FOUND: 'This group does not exist.',
  SHOUT_NOT_FOUND: 'This content no longer exists',
  EVENT_NOT_FOUND: 'This event does not exist.',
  CLASSIFIED_NOT_FOUND: 'This ad no longer exists.',
  SPONSOR_NOT_FOUND: 'This notice was not found, we apologise for the inconvenience',
  FILE_NOT_FOUND: 'This file does not exist.',
  LINK_INVALID: 'This link is not valid.',
  CONFLICT: 'Somebody else changed this at the same time. Please try again.',
  USERNAME_NOT_AVAILABLE: 'This username is taken.',
  MISSING_PASSWORD: 'Please enter all passwords.',
  PASSWORDS_DONT_MATCH: 'The passwords do not match.',
  WRONG_PASSWORD: 'The password is wrong.',
  PASSWORD_KNOWN: 'This password is publicly known and cannot be used. Please choose another one.',
  INVALID_PIN: 'This PIN is not right.',
  PIN_EXPIRED: 'This PIN is no longer good. Please ask for a new one.',
  EMAIL_ALREADY_VERIFIED: 'This e-mail address is verified already.',
  ALREADY_GRANTED: 'Access was granted already.',
  ALREADY_DENIED: 'Access was denied already.',
  LAST_ADMIN: 'Nobody takes the last admin.',
  INVITE_NOT_SENT: 'The invitations could not be sent. Please try again.',
  FEEDBACK_MISSING: 'Please write your feedback first.',
  GROUP_NAME_NOT_AVAILABLE: 'This group name is taken.',
  BLOCKED: 'This user blocked you',
  READ_ONLY: 'You can only read here.',
  EDIT_WINDOW_OVER: 'The time to edit this is over.',
  EVENT_PAST: 'This event is over.',
  EVENT_NOT_OVER: 'This event is not over yet.',
  NOT_ATTENDING: 'Only members who attend this event have a pass.',
  EVENT_SYNCED: 'This event comes from a calendar feed and cannot be changed here.',
  EVENT_SOURCE_EXISTS: 'This workplace already subscribes to that calendar.',
  TOO_MANY_EVENT_SOURCES: 'This workplace subscribes to as many calendars as it can. Remove one first.',
  INVALID_END_DATE: 'The end must be after the start.',
  INVALID_RECURRENCE: 'The event cannot repeat like this: its start must be one of the dates.',
  INVALID_START_DATE: 'The start must be in the future.',
  MISSING_FIELD: 'A required field is missing.',
  INVALID_LIFETIME: 'This lifetime is not allowed here.',
  INVALID_CUSTOM_FIELD_0: 'The first additional field is not valid.',
  INVALID_CUSTOM_FIELD_1: 'The second additional field is not valid.',
  INVALID_CUSTOM_FIELD_2: 'The third additional field is not valid.',
  TOO_MANY_FILES: 'These are too many files.',
  INVALID_FILE: 'This kind of file cannot be used here.',
  LINK_EXPIRED: 'This link has expired.',
  SERVICE_UNAVAILABLE: 'The service is not available right now. Please try again.',
  STORAGE_FULL: 'There is no space left to save this. You can go on reading; please try again later.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
};

const arabic: Record<ErrorCode, string> = {
  MALFORMED_REQUEST: 'تعذّرت قراءة هذا الطلب.',
  INVALID_INPUT: 'يرجى مراجعة الحقول المحددة.',
  ID_MISMATCH: 'يشير هذا الطلب إلى شيئين مختلفين.',
  BODY_TOO_LARGE: 'هذا أكبر من أن يُرسل.',
  HEADERS_TOO_LARGE: 'ترويسات هذا الطلب أكبر من المسموح.',
  REQUEST_TIMEOUT: 'استغرق وصول هذا الطلب وقتًا أطول من اللازم.',
  UNSUPPORTED_MEDIA_TYPE: 'لا يمكن إرسال هذا النوع من المحتوى هنا.',
  DEPRECATED_CLIENT: 'هذا الإصدار من التطبيق قديم. يرجى تحديثه.',
  TOO_MANY_REQUESTS: 'محاولات كثيرة جدًا. يرجى الانتظار قليلًا.',
  INVALID_TOKEN: 'يرجى تسجيل الدخول.',
  TOKEN_EXPIRED: 'انتهت جلستك. يرجى تسجيل الدخول من جديد.',
  INVALID_CREDENTIALS: 'اسم المستخدم أو كلمة المرور غير صحيحة.',
  EMAIL_NOT_VERIFIED: 'يرجى تأكيد عنوان بريدك الإلكتروني.',
  PENDING_APPROVAL: 'لم تتم الموافقة على دخولك بعد.',
  ACCESS_DENIED: 'رُفض دخولك.',
  SUBSCRIPTION_REQUIRED: 'يلزم اشتراك.',
  ACCESS_FORBIDDEN: 'لا يُسمح لك باستخدام هذا المجتمع.',
  SECOND_FACTOR_REQUIRED: 'يرجى إدخال الرمز من تطبيق المصادقة.',
  SECOND_FACTOR_INVALID: 'هذا الرمز غير صحيح.',
  PASSKEY_FAILED: 'تعذّر استخدام مفتاح المرور هذا.',
  THIRD_PARTY_FAILED: 'لم ينجح تسجيل الدخول هناك. يرجى المحاولة مرة أخرى.',
  THIRD_PARTY_UNVERIFIED: 'عنوان بريدك الإلكتروني غير مؤكد هناك.',
  FORBIDDEN: 'لا يُسمح لك بذلك.',
  FEATURE_DISABLED: 'هذه الميزة غير مفعّلة هنا.',
  NOT_FOUND: 'هذا غير موجود.',
  UNKNOWN_COMMUNITY: 'لا يوجد مجتمع على هذا العنوان.',
  USER_NOT_FOUND: 'هذا المستخدم غير موجود.',
  GROUP_NOT_FOUND: 'هذه المجموعة غير موجودة.',
  SHOUT_NOT_FOUND: 'لم يعد هذا المحتوى موجودًا',
  EVENT_NOT_FOUND: 'هذه الفعالية غير موجودة.',
  CLASSIFIED_NOT_FOUND: 'لم يعد هذا الإعلان موجودًا.',
  SPONSOR_NOT_FOUND: 'لم يُعثر على هذا الإعلان، نعتذر عن الإزعاج',
  FILE_NOT_FOUND: 'هذا الملف غير موجود.',
  LINK_INVALID: 'هذا الرابط غير صالح.',
  CONFLICT: 'غيّر شخص آخر هذا في الوقت نفسه. يرجى المحاولة مرة أخرى.',
  USERNAME_NOT_AVAILABLE: 'اسم المستخدم هذا محجوز.',
  MISSING_PASSWORD: 'يرجى إدخال جميع كلمات المرور.',
  PASSWORDS_DONT_MATCH: 'كلمتا المرور غير متطابقتين.',
  WRONG_PASSWORD: 'كلمة المرور غير صحيحة.',
  PASSWORD_KNOWN: 'كلمة المرور هذه معروفة للجميع ولا يمكن استخدامها. يرجى اختيار كلمة أخرى.',
  INVALID_PIN: 'رمز التحقق غير صحيح.',
  PIN_EXPIRED: 'لم يعد رمز التحقق صالحًا. يرجى طلب رمز جديد.',
  EMAIL_ALREADY_VERIFIED: 'تم تأكيد عنوان البريد الإلكتروني هذا من قبل.',
  ALREADY_GRANTED: 'تمت الموافقة على الدخول من قبل.',
  ALREADY_DENIED: 'رُفض الدخول من قبل.',
  LAST_ADMIN: 'لا يمكن إزالة آخر مشرف.',
  INVITE_NOT_SENT: 'تعذّر إرسال الدعوات. يرجى المحاولة مرة أخرى.',
  FEEDBACK_MISSING: 'يرجى كتابة ملاحظاتك أولًا.',
  GROUP_NAME_NOT_AVAILABLE: 'اسم المجموعة هذا محجوز.',
  BLOCKED: 'حظرك هذا المستخدم',
  READ_ONLY: 'يمكنك القراءة فقط هنا.',
  EDIT_WINDOW_OVER: 'انتهى وقت تعديل هذا.',
  EVENT_PAST: 'انتهت هذه الفعالية.',
  EVENT_NOT_OVER: 'لم تنتهِ هذه الفعالية بعد.',
  NOT_ATTENDING: 'بطاقة الدخول لمن يحضر هذه الفعالية فقط.',
  EVENT_SYNCED: 'تأتي هذه الفعالية من تقويم خارجي ولا يمكن تغييرها هنا.',
  EVENT_SOURCE_EXISTS: 'مساحة العمل هذه مشتركة في هذا التقويم بالفعل.',
  TOO_MANY_EVENT_SOURCES: 'بلغت مساحة العمل هذه الحد الأقصى من التقاويم. أزل أحدها أولًا.',
  INVALID_END_DATE: 'يجب أن تكون النهاية بعد البداية.',
  INVALID_RECURRENCE: 'لا يمكن أن تتكرر الفعالية بهذه الطريقة: يجب أن تكون بدايتها أحد التواريخ.',
  INVALID_START_DATE: 'يجب أن تكون البداية في المستقبل.',
  MISSING_FIELD: 'حقل إلزامي ناقص.',
  INVALID_LIFETIME: 'هذه المدة غير مسموح بها هنا.',
  INVALID_CUSTOM_FIELD_0: 'الحقل الإضافي الأول غير صالح.',
  INVALID_CUSTOM_FIELD_1: 'الحقل الإضافي الثاني غير صالح.',
  INVALID_CUSTOM_FIELD_2: 'الحقل الإضافي الثالث غير صالح.',
  TOO_MANY_FILES: 'عدد الملفات أكبر من المسموح.',
  INVALID_FILE: 'لا يمكن استخدام هذا النوع من الملفات هنا.',
  LINK_EXPIRED: 'انتهت صلاحية هذا الرابط.',
  SERVICE_UNAVAILABLE: 'الخدمة غير متاحة الآن. يرجى المحاولة مرة أخرى.',
  STORAGE_FULL: 'لا توجد مساحة كافية لحفظ هذا. يمكنك متابعة القراءة، ويرجى المحاولة لاحقًا.',
  INTERNAL_ERROR: 'حدث خطأ من جانبنا.',
};

/** Texts by language; a language without texts uses English. */
const texts: Partial<Record<Language, Record<ErrorCode, string>>> = { en: english, ar: arabic };

/** Used when the waiting time is known; `{time}` becomes "in 5 minutes" in the language. */
const whenToRetry: Partial<Record<Language, string>> = {
  en: 'That was too often. Please try again {time}.',
  ar: 'محاولات كثيرة جدًا. يرجى المحاولة مرة أخرى {time}.',
};

/** The text of INVALID_LIFETIME with the deployment's bounds (specification B §8). */
const lifetimeBounds: Partial<Record<Language, string>> = {
  en: 'The lifetime must be a whole number of days from MIN to MAX.',
  ar: 'يجب أن تكون المدة عددًا صحيحًا من الأيام بين MIN وMAX.',
};

/** The text of INVALID_LIFETIME, with the bounds in days. */
export function lifetimeMessage(language: Language, min: number, max: number): string {
  const text = lifetimeBounds[language] ?? lifetimeBounds.en!;
  return text.replace('MIN', String(min)).replace('MAX', String(max));
}

/** The text of a code in a language; `retryAfter` in seconds, with `TOO_MANY_REQUESTS`. */
export function messageOf(code: ErrorCode, language: Language = 'en', retryAfter?: number): string {
  const spoken = texts[language] ? language : 'en';
  if (code !== 'TOO_MANY_REQUESTS' || retryAfter === undefined) return texts[spoken]![code];
  return whenToRetry[spoken]!.replace('{time}', timeFromNow(retryAfter, spoken));
}

function timeFromNow(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (seconds <= 90) return format.format(Math.ceil(seconds), 'second');
  if (seconds <= 5400) return format.format(Math.ceil(seconds / 60), 'minute');
  return format.format(Math.ceil(seconds / 3600), 'hour');
}
