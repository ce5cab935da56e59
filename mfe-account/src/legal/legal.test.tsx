import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { leaveScreen, openScreen, press, title } from '../entry/test-screen';
import { Privacy, Terms } from './legal';

const realFetch = globalThis.fetch;
let replies: (() => Response | Error)[];
let asked: string[];
beforeEach(() => {
  replies = [];
  asked = [];
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    const reply = replies.shift()!();
    if (reply instanceof Error) throw reply;
    return reply;
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  leaveScreen();
});

const markdown = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
const open = (legal: object) => openScreen(<Terms />, { boot: { community: { id: 'club', title: 'Club', legal } } });
const main = () => document.querySelector('.prose')!;

describe(Terms, () => {
  it('shows the text of Paddock where the community has none of its own', async () => {
    await open({ privacy: '/deployments/privacy.md' });
    await title('Terms');
    expect(screen.getByText(/the rules and promises of Club/)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("shows the community's own text, and below it the link to the other one", async () => {
    replies = [markdown('# Rules\n\nBe *kind*.  \nAlways.\n\n1. First\n2. Second\n\n- One\n\n> Quoted\n\n---')];
    await open({ terms: '/deployments/terms.en.md' });
    expect(await screen.findByRole('heading', { level: 2, name: 'Rules' })).toBeTruthy();
    expect(asked).toEqual(['/deployments/terms.en.md']);
    expect(main().innerHTML).toContain('<p dir="auto">Be <em>kind</em>.<br>Always.</p>');
    expect([...main().querySelectorAll('li')].map((row) => row.textContent)).toEqual(['First', 'Second', 'One']);
    expect(main().querySelector('blockquote')?.textContent).toBe('Quoted');
    expect(screen.queryByText(/the rules and promises of Club/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toBeTruthy();
  });

  it('makes links to pages of the community, the web and mail addresses, and shows anything else as text', async () => {
    replies = [
      markdown(
        '[privacy](#/privacy) [web](https://a.example) [mail](mailto:a@a.example) [bad](javascript:alert(1))\n\n' +
          '<script>alert(2)</script>\n\nA <b onclick="x">b</b> ![picture](https://a.example/x.png)',
      ),
    ];
    await open({ terms: '/deployments/terms.md' });
    const link = await screen.findByRole('link', { name: 'web' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
      '#/privacy',
      'https://a.example',
      'mailto:a@a.example',
      '#/privacy',
    ]);
    expect(main().querySelector('script, b, img')).toBeNull();
    expect(main().textContent).toContain('[bad](javascript:alert(1))');
    expect(main().textContent).toContain('<script>alert(2)</script>');
  });

  it('offers a retry after a failure, and shows the text after it', async () => {
    replies = [() => new TypeError('network'), markdown('Be kind.')];
    await open({ terms: '/deployments/terms.md' });
    await screen.findByText('SERVICE_UNREACHABLE');
    press('Retry');
    expect(await screen.findByText('Be kind.')).toBeTruthy();
  });

  it.each<[string, () => Response]>([
    ['a missing file', () => new Response('{"code":"NOT_FOUND"}', { status: 404 })],
    [
      'the page of a captive portal',
      () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('does not show %s as text', async (_name, reply) => {
    replies = [reply];
    await open({ terms: '/deployments/terms.md' });
    expect(await screen.findByText('NOT_FETCHED')).toBeTruthy();
  });
});

describe(Privacy, () => {
  it('has a text of its own', async () => {
    replies = [markdown('What we keep.')];
    await openScreen(<Privacy />, {
      boot: { community: { id: 'club', title: 'Club', legal: { privacy: '/deployments/privacy.md' } } },
    });
    expect(await screen.findByText('What we keep.')).toBeTruthy();
  });
});
