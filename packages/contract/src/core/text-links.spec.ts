import { describe, expect, it } from '@jest/globals';
import { contactHref, findLinks } from './text-links.js';

/** The text with each link in angle brackets. */
function marked(text: string): string {
  let end = 0;
  const parts = findLinks(text).map(({ index, text: link }) => {
    const before = text.slice(end, index);
    end = index + link.length;
    return `${before}<${link}>`;
  });
  return [...parts, text.slice(end)].join('');
}
const addresses = (text: string) => findLinks(text).map(({ url }) => url);

describe(findLinks, () => {
  it.each([
    ['nothing here', 'nothing here'],
    ['see https://a.io/x.', 'see <https://a.io/x>.'],
    ['see https://a.io/x, then http://b.io!', 'see <https://a.io/x>, then <http://b.io>!'],
    ['(http://a.io/?q=1)', '(<http://a.io/?q=1>)'],
    ['[https://a.io/x].', '[<https://a.io/x>].'],
    ['https://en.wikipedia.org/wiki/Apex_(racing)', '<https://en.wikipedia.org/wiki/Apex_(racing)>'],
    ['(https://en.wikipedia.org/wiki/Apex_(racing))', '(<https://en.wikipedia.org/wiki/Apex_(racing)>)'],
    ['“https://a.io/x”', '“<https://a.io/x>”'],
    ['<https://a.io/x>', '<<https://a.io/x>>'],
    ['https://a.io/x\nnext', '<https://a.io/x>\nnext'],
    ['HTTPS://A.IO/X', '<HTTPS://A.IO/X>'],
    ['https://a.io:8443/x#part', '<https://a.io:8443/x#part>'],
    ['https://[2001:db8::1]/x', '<https://[2001:db8::1]/x>'],
    ['http://wiki/rules', '<http://wiki/rules>'],
    ['www.example.org', '<www.example.org>'],
    ['www.example.org/lap?n=1.', '<www.example.org/lap?n=1>.'],
    ['WWW.Example.org', '<WWW.Example.org>'],
    ['www. is short', 'www. is short'],
    ['www.x', 'www.x'],
    ['awww.example.org', 'awww.example.org'],
    ['mail ann@example.org.', 'mail <ann@example.org>.'],
    ['ann.lee+pit@mail.example.co.uk, please', '<ann.lee+pit@mail.example.co.uk>, please'],
    ['ann@localhost', 'ann@localhost'],
    ['@ann and a@b', '@ann and a@b'],
    ['.ann@example.org ann..lee@example.org', '.ann@example.org ann..lee@example.org'],
    ['mailto:ann@example.org', 'mailto:<ann@example.org>'],
    ['https://medium.com/@ann/x', '<https://medium.com/@ann/x>'],
    ['https://ann:secret@example.org', 'https://ann:secret@example.org'],
    ['https://bank.example@evil.example', 'https://bank.example@evil.example'],
    ['http://', 'http://'],
    ['http://[', 'http://['],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,<b>', 'data:text/html,<b>'],
    ['ftp://a.io/x file:///etc/passwd', 'ftp://a.io/x file:///etc/passwd'],
    ['javascript://https://a.io', 'javascript://https://a.io'],
    ['انظر https://a.io/x، ثم www.b.io؟', 'انظر <https://a.io/x>، ثم <www.b.io>؟'],
    ['راسل ann@example.org؛', 'راسل <ann@example.org>؛'],
    ['https://موقع.example/صفحة', '<https://موقع.example/صفحة>'],
    ['见https://a.io/路。', '见<https://a.io/路>。'],
    ['见https://a.io/路。很长的一句话', '见<https://a.io/路>。很长的一句话'],
    ['https://a.io/x（完成）', '<https://a.io/x>（完成）'],
    ['「https://a.io/x」と【https://b.io/y】', '「<https://a.io/x>」と【<https://b.io/y>】'],
    ['《https://a.io/x》〔https://b.io〕', '《<https://a.io/x>》〔<https://b.io>〕'],
    ['［https://a.io/x］｛https://b.io｝', '［<https://a.io/x>］｛<https://b.io>｝'],
    ['https://a.io/x।', '<https://a.io/x>।'],
    ['https://例え.example/経路・１', '<https://例え.example/経路・１>'],
    ['https://a.io/\u202Egpj.exe', '<https://a.io/>\u202Egpj.exe'],
    ['https://a.io/🏁!', '<https://a.io/🏁>!'],
  ])('marks %j', (text, expected) => expect(marked(text)).toBe(expected));

  it('leads www. to https, e-mail to mailto, and names of other scripts to their safe spelling', () => {
    expect(addresses('www.example.org ann@example.org https://аpple.example')).toEqual([
      'https://www.example.org/',
      'mailto:ann@example.org',
      'https://xn--pple-43d.example/',
    ]);
  });

  it.each([
    ['closing brackets', `https://a.io/${')'.repeat(40_000)}`],
    ['full stops', `https://a.io/${'.'.repeat(40_000)}x`],
    ['letters', 'a'.repeat(40_000)],
    ['dots and letters', 'a.'.repeat(20_000)],
    ['e-mail beginnings', 'a@'.repeat(20_000)],
    ['e-mail domains', `a@${'b.'.repeat(20_000)}`],
    ['schemes', 'https://'.repeat(5000)],
  ])('takes linear time for %s', (_, text) => {
    const start = performance.now();
    findLinks(text);
    expect(performance.now() - start).toBeLessThan(250);
  });

  it('takes linear time for runs of dots and brackets', () => {
    const hostile = `http://a.b/${'.'.repeat(1300)}x${')'.repeat(650)} `.repeat(19);
    const start = performance.now();
    expect(findLinks(hostile)).toHaveLength(19);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe(contactHref, () => {
  it.each([
    ['tel', '+31 (0)6 12', 'tel:+310612'],
    ['tel', '*21*020-7946#', 'tel:*21*0207946%23'],
    ['tel', '٠٦ ١٢', 'tel:0612'],
    ['email', 'a+b?@c.example', 'mailto:a%2Bb%3F@c.example'],
    ['map', 'Gate 3, north', 'https://www.openstreetmap.org/search?query=Gate%203%2C%20north'],
  ] as const)('of %s %s is %s', (type, value, href) => expect(contactHref(type, value)).toBe(href));
});
