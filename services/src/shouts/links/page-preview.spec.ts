import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PageSite } from '../../../test/page-site.js';
import { Outbound } from '../../infrastructure/outbound/outbound.js';
import { PagePreviews } from './page-preview.js';

let site: PageSite;
let outbound: Outbound;
let previews: PagePreviews;
beforeAll(async () => {
  site = await PageSite.start();
  outbound = new Outbound({ outboundAllow: [site.host] });
  previews = new PagePreviews(outbound);
});
afterAll(async () => {
  await outbound.onApplicationShutdown();
  await site.close();
});

let page = 0;
const read = (html: string | Buffer, type?: string) => previews.read(site.html(`/page-${(page += 1)}`, html, type));
const head = (inside: string) => `<!doctype html><html><head>${inside}</head><body>text</body></html>`;

describe(PagePreviews, () => {
  it('prefers Open Graph, then Twitter, then title and description', async () => {
    const plain = '<title>Plain &amp; simple</title><meta name="description" content="Words">';
    const twitter = '<meta name="twitter:title" content="Tweet"><meta name="twitter:image" content="/t.png">';
    const og =
      '<meta property="og:title" content="Lap times"><meta property="og:description" content="All &lt;laps&gt;">' +
      '<meta property="og:image" content="https://pictures.example/lap.jpg">';
    expect(await read(head(plain))).toEqual({ title: 'Plain & simple', description: 'Words' });
    expect(await read(head(plain + twitter))).toEqual({
      ...{ title: 'Tweet', description: 'Words' },
      image: `http://${site.host}/t.png`,
    });
    expect(await read(head(plain + twitter + og))).toEqual({
      ...{ title: 'Lap times', description: 'All <laps>' },
      image: 'https://pictures.example/lap.jpg',
    });
  });

  it.each([
    ['in its header', Buffer.from(head('<title>Stra\u00dfe</title>'), 'latin1'), 'text/html; charset=ISO-8859-1'],
    [
      'in its head',
      Buffer.from(head('<meta charset="windows-1252"><title>Stra\u00dfe</title>'), 'latin1'),
      'text/html',
    ],
    ['nowhere, which means UTF-8', head('<title>Straße</title>'), 'text/html'],
    ['that does not exist', head('<title>Straße</title>'), 'text/html; charset=x-nothing'],
  ])('reads a page that declares its charset %s', async (_, html, type) => {
    expect(await read(html, type)).toEqual({ title: 'Straße' });
  });

  const filler = `<!--${'x'.repeat(1500)}-->`;
  const late = `${filler}<link rel="icon" href="/x"><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`;
  const cyrillic = (html: string) =>
    Buffer.from(
      html.replaceAll(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
      'latin1',
    );
  const utf16 = (html: string, isBig = false) => {
    const bytes = Buffer.from(html, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };

  it.each([
    ['behind its first 1,024 bytes', cyrillic(head(`${late}<title>Гонка</title>`)), 'text/html'],
    ['behind its title', cyrillic(head(`<title>Гонка</title>${late}`)), 'text/html'],
    [
      'by a name that its header does not have',
      cyrillic(head(`<title>Гонка</title>${late}`)),
      'text/html; charset=x-no',
    ],
    ['by the mark of UTF-16', utf16(`\ufeff${head('<title>Гонка</title>')}`), 'text/html'],
    ['by the mark of UTF-16, big end first', utf16(`\ufeff${head('<title>Гонка</title>')}`, true), 'text/html'],
    ['by the mark of UTF-8, against its header', `\ufeff${head('<title>Гонка</title>')}`, 'text/html; charset=latin1'],
    ['as UTF-16 without a mark', utf16(head('<meta charset="utf-16"><title>Гонка</title>')), 'text/html'],
    [
      'as UTF-16, which a readable element cannot be',
      head('<meta charset="utf-16le"><title>Гонка</title>'),
      'text/html',
    ],
    ['as UTF-16 in its header', utf16(head('<title>Гонка</title>'), true), 'text/html; charset=utf-16be'],
  ])('reads a page that declares its charset %s', async (_, html, type) => {
    expect(await read(html, type)).toEqual({ title: 'Гонка' });
  });

  it('reads a charset that is declared in a later packet than the title', async () => {
    const url = site.serve('/packets', (_request, response) => {
      const [start, end] = [cyrillic(`<html><head><title>Гонка</title>`), cyrillic(`${late}</head>`)];
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(start, () => setTimeout(() => response.end(end), 50));
    });
    expect(await previews.read(url)).toEqual({ title: 'Гонка' });
  });

  it.each([
    ['a wrong charset in its header', 'text/html; charset=utf-8', head('<title>Stra\u00dfe</title>'), undefined],
    ['no charset and other bytes than UTF-8', 'text/html', head('<title>Stra\u00dfe</title>'), undefined],
    [
      'a description in another charset',
      'text/html',
      head('<title>Lap</title><meta name="description" content="Stra\u00dfe">'),
      { title: 'Lap' },
    ],
    [
      'a readable title beside an unreadable one',
      'text/html',
      head('<title>Street</title><meta property="og:title" content="Stra\u00dfe">'),
      { title: 'Street' },
    ],
  ])('shows no replacement characters of a page with %s', async (_, type, html, expected) => {
    expect(await read(Buffer.from(html, 'latin1'), type)).toEqual(expected);
  });

  it.each([
    ['controls and changes of direction', '<title>a\u0000b\u202Ec\u3164\n\t d</title>', { title: 'abc d' }],
    ['no title', '<meta name="description" content="x">', undefined],
    ['a blank title', '<title> \u200b\u3164 </title>', undefined],
    [
      'a script as its picture',
      '<title>x</title><meta property="og:image" content="javascript:alert(1)">',
      { title: 'x' },
    ],
    ['data as its picture', '<title>x</title><meta property="og:image" content="data:image/png,a">', { title: 'x' }],
    ['a broken picture address', '<title>x</title><meta property="og:image" content="http://[">', { title: 'x' }],
    ['markup in its title', '<title><script>alert(1)</script></title>', { title: '<script>alert(1)</script>' }],
    ['a title in its body', '</head><body><title>x</title>', undefined],
    ['100,000 open tags', `<title>x</title>${'<div><b>'.repeat(50_000)}`, { title: 'x' }],
    ['50,000 open tags of the head', `<title>x</title>${'<noscript>'.repeat(50_000)}`, { title: 'x' }],
    ['50,000 elements in its head', `${'<link><meta>'.repeat(25_000)}<title>x</title>`, { title: 'x' }],
    ['a tracking picture', '<noscript><img src="/p.gif"></noscript><title>x</title>', { title: 'x' }],
    [
      'a frame, a style and a title for browsers without scripts',
      '<noscript><style>a{}</style><iframe src="/f"></iframe><title>no</title><p>Turn scripts on</noscript><title>x</title>',
      { title: 'x' },
    ],
    ['a template', '<template><div><title>no</title></div></template><title>x</title>', { title: 'x' }],
    ['a noscript that does not end', '<noscript><img src="/p.gif"></head><body><h1>a</h1><title>x</title>', undefined],
    ['an icon before its title', '<svg><title>icon</title></svg><title>x</title>', undefined],
    ['100,000 attributes', `<meta ${'a=1 '.repeat(100_000)}><title>x</title>`, { title: 'x' }],
    ['an endless tag', `<meta content="${'x'.repeat(400_000)}"><title>x</title>`, { title: 'x' }],
  ])('tolerates a page with %s', async (_, inside, expected) => {
    const start = performance.now();
    expect(await read(`<html><head>${inside}`)).toEqual(expected);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('cuts a long title and description', async () => {
    const found = await read(
      head(`<title>${'é'.repeat(1000)}</title><meta name="description" content="${'x'.repeat(5000)}">`),
    );
    expect([[...found!.title].length, [...found!.description!].length]).toEqual([200, 300]);
  });

  it.each(['application/json', 'image/png', 'text/plain', ''])('reads nothing of the type %j', async (type) => {
    expect(await read(head('<title>x</title>'), type)).toBeUndefined();
  });

  it('reads nothing of an error page', async () => {
    const url = site.serve('/gone', (_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end(head('<title>Gone</title>')),
    );
    expect(await previews.read(url)).toBeUndefined();
  });

  it('stops an endless head and an endless body after their beginning', async () => {
    const endless = (path: string, start: string) =>
      site.serve(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(start);
        const more = () => {
          while (!response.destroyed && response.write('<p>'.repeat(10_000)));
        };
        response.on('drain', more);
        more();
      });
    const start = performance.now();
    expect(await previews.read(endless('/body', '<head><title>Body</title></head><body>'))).toEqual({ title: 'Body' });
    expect(await previews.read(endless('/head', '<head><title>Head</title>'))).toEqual({ title: 'Head' });
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it('gives up on a slow page', async () => {
    const url = site.serve('/slow', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<head>');
      const drip = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(drip));
    });
    const impatient = new PagePreviews(outbound);
    expect(impatient.timeoutMs).toBeLessThan(8000);
    impatient.timeoutMs = 400;
    await expect(impatient.read(url)).rejects.toThrow(/timeout|aborted/i);
  });

  it('gives up on headers without end', async () => {
    const url = site.serve('/headers', (_request, response) => {
      for (let index = 0; index < 200; index += 1) response.setHeader(`x-${index}`, 'y'.repeat(1000));
      response.setHeader('content-type', 'text/html');
      response.end(head('<title>x</title>'));
    });
    await expect(previews.read(url)).rejects.toThrow();
  });

  it.each(['http://127.0.0.1:1/', 'http://localhost/', 'http://169.254.169.254/', 'http://[::1]/'])(
    'fetches nothing from %s',
    async (url) => {
      await expect(previews.read(url)).rejects.toThrow();
      await expect(previews.image(url)).rejects.toThrow();
    },
  );

  it('fetches nothing from a private address that a page redirects to', async () => {
    const url = site.serve('/redirect', (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    );
    await expect(previews.read(url)).rejects.toThrow(/not a public address/);
    await expect(previews.image(url)).rejects.toThrow(/not a public address/);
  });

  it('sends no more than what it accepts', async () => {
    let headers = {};
    await previews.read(
      site.serve('/headers-sent', (request, response) => {
        headers = request.headers;
        response.end();
      }),
    );
    expect(Object.keys(headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'].sort(),
    );
  });

  it.each(['text/html', 'image/svg+xml', 'image/tiff', ''])('fetches no picture of the type %j', async (type) => {
    expect(await previews.image(site.html('/picture', 'x', type))).toBeUndefined();
  });

  it('aborts a picture that is too long', async () => {
    const found = await previews.image(site.html('/long', Buffer.alloc(5_000_001), 'image/png'));
    await expect(found!.stream.toArray()).rejects.toThrow(/more than/);
  });
});
