const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** The text with ASCII digits in place of Arabic and Persian ones. */
export const asciiDigits = (text: string): string =>
  text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
