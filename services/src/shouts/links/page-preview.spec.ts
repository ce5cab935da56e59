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

  it('reads a wrong charset without failing', async () => {
    const html = Buffer.from(head('<title>Stra\u00dfe</title>'), 'latin1');
    expect(await read(html, 'text/html; charset=utf-8')).toEqual({ title: 'Stra\ufffde' });
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
    const start = performance.now();
    await expect(previews.read(url)).rejects.toThrow(/timeout|aborted/i);
    expect(performance.now() - start).toBeLessThan(8000);
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

  it.each(['text/html', 'image/svg+xml', 'image/webp', ''])('fetches no picture of the type %j', async (type) => {
    expect(await previews.image(site.html('/picture', 'x', type))).toBeUndefined();
  });

  it('aborts a picture that is too long', async () => {
    const found = await previews.image(site.html('/long', Buffer.alloc(5_000_001), 'image/png'));
    await expect(found!.stream.toArray()).rejects.toThrow(/more than/);
  });
});
