import type { Language } from '@paddock/contract/core/deployment';

/** User-facing texts of why a file is refused. */
const english = {
  content:
    'The content of this file is not what its name says. Please save it again under the right kind and try again.',
  undrawn: 'This picture is in the format HEIC, which cannot be read here. Please save it as JPEG and try again.',
  broken: 'This picture is damaged or incomplete.',
  pixels: 'This picture has too many pixels. At most 250 megapixels can be reduced here.',
  animation: 'This animation is too large. At most 500 frames with 20 megapixels together can be stored.',
  effort: 'This picture takes too long to reduce. Please save it smaller and try again.',
  infected: 'The virus scanner has refused this file.',
};

export type FileFault = keyof typeof english;

const arabic: Record<FileFault, string> = {
  content: 'محتوى هذا الملف ليس كما يقول اسمه. يرجى حفظه من جديد بالنوع الصحيح ثم المحاولة مرة أخرى.',
  undrawn: 'هذه الصورة بصيغة HEIC التي لا يمكن قراءتها هنا. يرجى حفظها بصيغة JPEG ثم المحاولة مرة أخرى.',
  broken: 'هذه الصورة تالفة أو غير مكتملة.',
  pixels: 'عدد وحدات البكسل في هذه الصورة كبير جدًا. يمكن هنا تصغير صور لا تزيد على 250 ميغابكسل.',
  animation: 'هذه الصورة المتحركة كبيرة جدًا. يمكن حفظ 500 إطار على الأكثر، مجموعها 20 ميغابكسل.',
  effort: 'يستغرق تصغير هذه الصورة وقتًا طويلًا. يرجى حفظها بحجم أصغر ثم المحاولة مرة أخرى.',
  infected: 'رفض فاحص الفيروسات هذا الملف.',
};

const texts: Partial<Record<Language, Record<FileFault, string>>> = { en: english, ar: arabic };

/** The text of a refused file in a language. */
export const fileFaultText = (fault: FileFault, language: Language = 'en'): string =>
  (texts[language] ?? english)[fault];
