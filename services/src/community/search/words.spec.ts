import { describe, expect, it } from '@jest/globals';
import { beginsWith, longestTermsOf, queryWords, termOf, termsOf, wordsOf } from './words.js';

/** Whether a query finds a text, by words and by stored terms. */
function finds(text: string, query: string): boolean {
  const words = wordsOf(text);
  const asked = queryWords(query);
  const terms = new Set(termsOf(words, 1));
  const byTerms = asked.every((word) => terms.has(termOf(word)));
  const longest = longestTermsOf(words, 100);
  expect(asked.every((word) => longest.some((term) => beginsWith(termOf(word)).test(term)))).toBe(byTerms);
  expect(asked.every((word) => words.some((one) => one.startsWith(word)))).toBe(byTerms);
  return asked.length > 0 && byTerms;
}

describe('the rule of search', () => {
  it.each([
    [
      '明天六点在上海赛车场集合，别迟到。',
      ['上海', '赛车场', '赛车', '集合', '明天', '迟到', '上海赛车场集合', '六点在上海'],
    ],
    ['北京大学的同学', ['大学', '北京大学', '同学']],
    ['研究生命起源', ['生命', '研究', '起源']],
    ['2024年度报告和5月计划', ['2024', '2024年', '年度', '5月', '报告']],
    ['BMW车队与M3发动机', ['bmw', '车队', 'BMW车队', 'm3', '发动机']],
    ['新しいブレーキは名古屋から届きます', ['ブレーキ', '名古屋', '新しい', '届き', '届きます']],
    ['東京支部の佐々木さん', ['支部', '東京', '佐々木']],
    ['กระเป๋าเดินทางหายที่สนามบิน', ['กระเป๋า', 'เดินทาง', 'สนามบิน', 'หาย']],
    ['ຂ້ອຍມັກລົດ', ['ຂ້ອຍ']],
    ['한국팀이 이겼다', ['한국', '한국팀', '이겼']],
    ['Łódź und Ærø', ['lodz', 'ŁÓDŹ', 'aero', 'łó']],
    ['Straßenlage in Œuvre', ['strassen', 'STRAẞEN', 'oeuvre']],
    ['İzmir ve Iğdır', ['izmir', 'igdir', 'IĞDIR']],
    ['نتائج المدينة والفريق بالسباق للسائقين', ['مدينة', 'المدينة', 'فريق', 'والفريق', 'سباق', 'سائقين', 'نتا', 'الم']],
    ['مدينة الرياض', ['المدينة', 'رياض', 'ريـــاض']],
    ['أحمد وآمنة', ['احمد', 'إحمد', 'وامنه']],
    ['C++ and C#, F# or Notepad++', ['c++', 'C#', 'f#', 'notepad', 'Ｃ＋＋']],
    ["O'Connor and l’équipe", ['oconnor', "O'Connor", 'connor', 'equipe', 'lequipe', "l'équipe"]],
    ['zed.quux@example.org', ['quux', 'zed', 'example', 'zed.quux']],
    ['a+b=#racing', ['racing', '#racing']],
  ])('finds in %j', (text, queries) => expect(queries.filter((query) => !finds(text, query))).toEqual([]));

  it.each([
    ['明天六点集合', ['北京', '集会']],
    ['新しいブレーキ', ['しい', 'ーキ']],
    ['กระเป๋าเดินทาง', ['ระเป๋า']],
    ['C and C#', ['c++']],
    ['المدينة', ['دينة']],
    ['lodz', ['odz']],
    ['がっこう', ['かっこう']],
  ])('finds not in %j', (text, queries) => expect(queries.filter((query) => finds(text, query))).toEqual([]));

  it('asks for nothing in a query without letters', () => expect(queryWords('++ #! 。、')).toEqual([]));

  it('keeps the terms of a Chinese text in the bound of a Latin one', () => {
    const han = '新闻发布会将在北京举行请各位车队成员准时参加';
    expect(termsOf(wordsOf(han), 2).length).toBeLessThan(han.length * 6);
  });

  it.each([
    ['Chinese', '车队集合'.repeat(1000)],
    ['Thai', 'กระเป๋าเดินทาง'.repeat(400)],
    ['digits', '1'.repeat(20_000)],
    ['digits and Chinese', '1年'.repeat(2000)],
    ['apostrophes', "a'".repeat(10_000)],
    ['marks', '\u0301'.repeat(20_000)],
    ['plus signs', 'a+'.repeat(4000)],
    ['ligatures', 'ﷺ'.repeat(1000)],
  ])('takes linear time for %s', (_, text) => {
    const start = process.cpuUsage();
    wordsOf(text);
    queryWords(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
  });
});
