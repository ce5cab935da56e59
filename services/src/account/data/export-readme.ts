import type { Language } from '@paddock/contract/core/deployment';

interface ReadmeData {
  community: string;
  fullname: string;
  /** Services whose data is not in the archive. */
  missing: readonly string[];
}

const english = ({ community, fullname, missing }: ReadmeData) => `Your data at ${community}
=========================

This archive holds what ${community} keeps about ${fullname}. Each folder is one part of the app; the files in it are JSON, which any
text editor shows. Times are in UTC.
${missing.length > 0 ? `\nNOT COMPLETE: these parts could not be reached and are missing: ${missing.join(', ')}. Please ask ${community} for them.\n` : ''}
account   your profile, your password's last change, the devices you are logged in on, your second factors
shouts    what you wrote, with where you wrote it, and what you like
chats     the groups you are in, and how far you have read
events    events that you organise
people    whom you blocked, by id, and the area that you share as your position
items     plans, lists and home pages that you wrote as an admin
mails     which mails were sent to you in the last 30 days
files     a list of what you uploaded, and the files themselves
notifications   your notices

What others wrote is theirs and is not in here. Passwords and keys are stored in a form that cannot be read, so they are not in here
either.
`;

const arabic = ({ community, fullname, missing }: ReadmeData) => `بياناتك لدى ${community}
=========================

يضم هذا الأرشيف ما يحتفظ به ${community} عن ${fullname}. كل مجلد هو جزء من التطبيق، والملفات فيه بصيغة JSON التي يعرضها أي محرر نصوص.
الأوقات بالتوقيت العالمي UTC.
${missing.length > 0 ? `\nغير كامل: تعذّر الوصول إلى هذه الأجزاء وهي ناقصة: ${missing.join('، ')}. يرجى طلبها من ${community}.\n` : ''}
account   ملفك الشخصي، وآخر تغيير لكلمة المرور، والأجهزة التي سجّلت الدخول عليها، ووسائل التحقق الثانية
shouts    ما كتبته ومكان كتابته، وما أعجبك
chats     المجموعات التي أنت فيها، وإلى أين وصلت في القراءة
events    الفعاليات التي تنظمها
people    من حظرتهم، بمعرّفاتهم، والمنطقة التي تشاركها موقعًا لك
items     الخطط والقوائم والصفحات الرئيسية التي كتبتها بصفتك مشرفًا
mails     الرسائل التي أُرسلت إليك في آخر 30 يومًا
files     قائمة بما رفعته، والملفات نفسها
notifications   إشعاراتك

ما كتبه الآخرون ملكهم وليس هنا. أما كلمات المرور والمفاتيح فتُحفظ بشكل لا يمكن قراءته، لذلك ليست هنا أيضًا.
`;

/** The archive's README in its owner's language. */
export function readmeOf(language: Language, data: ReadmeData): string {
  return (language === 'ar' ? arabic : english)(data);
}
