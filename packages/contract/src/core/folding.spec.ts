import { describe, expect, it } from '@jest/globals';
import { foldText } from './folding.js';

describe(foldText, () => {
  it.each([
    ['ŁÓDŹ', 'lodz'],
    ['Ærø Þór Đuro Straße STRASSE ẞ Œuvre', 'aero thor duro strasse strasse ss oeuvre'],
    ['İstanbul Yıldız IĞDIR', 'istanbul yildiz igdir'],
    ['E\u0301te\u0301 Ångström ﬁn', 'ete angstrom fin'],
    ['Ж\u0301и Ёлка', 'жи елка'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['محمـــد مُحَمَّد', 'محمد محمد'],
    ['أحمد إيمان آمن ٱلله مدرسة على', 'احمد ايمان امن الله مدرسه علي'],
    ['کیک ١٢٣ ۴۵', 'كيك 123 45'],
    ['Ｃ＋＋ １２', 'c++ 12'],
    ['שָׁלוֹם', 'שלום'],
    ['co\u00adop\u200d', 'coop'],
  ])('%j is %j', (text, expected) => expect(foldText(text)).toBe(expected));

  it.each([
    ['が', 'か'],
    ['กี', 'กา'],
    ['कि', 'की'],
    ['プ', 'フ'],
  ])('keeps %s and %s apart', (one, other) => expect(foldText(one)).not.toBe(foldText(other)));

  it('repeated changes nothing', () => {
    const differing: string[] = [];
    for (let code = 0x21; code < 0xffff; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = foldText(String.fromCharCode(code));
      if (foldText(once) !== once) differing.push(code.toString(16));
    }
    expect(differing).toEqual([]);
  });
});
