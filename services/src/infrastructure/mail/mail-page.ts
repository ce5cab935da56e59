import { inkOn } from '../colours.js';
import { html, Html } from '../html.js';
import type { MailData } from './sanitize-mail-data.js';

/** A mail's words apart from its data, so that each body can escape the data. */
export interface MailParts {
  readonly language: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly code?: string;
  readonly quote?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly actions: readonly { readonly title: string; readonly address: string }[];
  readonly notes: readonly string[];
  readonly footer: string;
  readonly unsubscribe?: { readonly title: string; readonly address: string };
}

/** The community's look in a mail. */
export interface Look {
  /** `#rrggbb`. */
  readonly accent?: string | undefined;
}

/*
 * Mail programs support different parts of CSS: the layout is in `style` attributes, and the style sheet adds only what a program
 * may ignore (dark mode, small screens). No external pictures or fonts: they would reveal that a mail was opened.
 */
const sheet = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; }
  a { color: inherit; }
  @media (max-width: 480px) {
    .edge { padding: 0 !important; }
    .card { border-radius: 0 !important; border-width: 4px 0 1px !important; padding: 24px 20px !important; }
    .foot { padding-inline: 20px !important; }
    .button { display: block !important; margin-inline-end: 0 !important; text-align: center !important; }
  }
  @media (prefers-color-scheme: dark) {
    .ground { background: #0f1114 !important; }
    .card { background: #1a1d21 !important; border-inline-color: #2f3339 !important; border-bottom-color: #2f3339 !important; }
    .ink { color: #f1f0ee !important; }
    .ink-2, .foot { color: #b4b6b9 !important; }
    .well { background: #0f1114 !important; }
    .second { border-color: #7d828a !important; color: #f1f0ee !important; }
  }
`);
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',Tahoma,sans-serif";

/** A mail as a page of one column. */
export function mailPage(parts: MailParts, data: MailData, { accent = '#3a3f47' }: Look): Html {
  const { language, lines, code, quote, facts, actions, notes, footer, unsubscribe } = parts;
  const isRightToLeft = language === 'ar';
  const withData = (text: string) => isolated(text, data);
  const small = 'margin:16px 0 0;font-size:13px;line-height:20px;color:#565b63';
  return html`<!doctype html>
    <html lang="${language.replace('_', '-')}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${isolatedText(parts.subject, data)}</title>
        <style>
          ${sheet}
        </style>
      </head>
      <body class="ground" style="margin:0;background:#f3f2ef;${font}">
        <div class="ground edge" style="background:#f3f2ef;padding:24px 12px">
          <div style="max-width:560px;margin:0 auto">
            <div
              class="card"
              style="background:#fdfcfb;border:1px solid #dcdbd7;border-top:4px solid ${accent};border-radius:10px;padding:28px 32px"
            >
              <p class="ink-2" style="margin:0 0 20px;font-size:13px;line-height:18px;font-weight:700;color:#565b63">
                <bdi>${data['community']}</bdi>
              </p>
              ${lines.map(
                (line) =>
                  html`<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:25px;color:#24272c">
                    ${withData(line)}
                  </p>`,
              )}
              ${code !== undefined && codeBox(code)} ${quote !== undefined && quoteBox(quote, accent)}
              ${facts.length > 0 && factTable(facts)}
              ${
                actions.length > 0 &&
                html`<div style="margin:24px 0 0">
                  ${actions.map((action, index) => button(action, index === 0 ? accent : undefined))}
                </div>`
              }
              ${notes.map((note) => html`<p class="ink-2" style="${small}">${withData(note)}</p>`)}
            </div>
            <p class="foot" style="margin:0;padding:16px 32px;font-size:12px;line-height:18px;color:#565b63">
              ${withData(footer)}
              ${unsubscribe && html`<br /><a href="${unsubscribe.address}">${unsubscribe.title}</a>`}
            </p>
          </div>
        </div>
      </body>
    </html>`;
}

/** Keeps digits in order in every language. */
const codeBox = (code: string) =>
  html`<p
    class="well ink"
    dir="ltr"
    style="margin:20px 0 0;padding:16px;border-radius:6px;background:#eae9e5;color:#24272c;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-indent:8px"
  >
    ${code}
  </p>`;

const quoteBox = (quote: string, accent: string) =>
  html`<blockquote
    class="ink"
    dir="auto"
    style="margin:16px 0 0;padding-inline-start:14px;border-inline-start:3px solid ${accent};font-size:16px;line-height:25px;color:#24272c;overflow-wrap:anywhere"
  >
    ${quote.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`)}
  </blockquote>`;

const factTable = (facts: MailParts['facts']) =>
  html`<table role="presentation" style="margin:16px 0 0;border-collapse:collapse;font-size:15px;line-height:22px">
    ${facts.map(
      ({ label, value }) =>
        html`<tr>
          <td
            class="ink-2"
            style="padding:3px 0;padding-inline-end:20px;vertical-align:top;white-space:nowrap;color:#565b63"
          >
            ${label}
          </td>
          <td class="ink" style="padding:3px 0;color:#24272c;overflow-wrap:anywhere"><bdi>${value}</bdi></td>
        </tr>`,
    )}
  </table>`;

/** The main button is filled with the accent, with black or white text, whichever is readable. */
function button({ title, address }: MailParts['actions'][number], accent: string | undefined): Html {
  const colours = accent
    ? `background:${accent};border:1px solid ${accent};color:${inkOn(accent)}`
    : 'border:1px solid #84878c;color:#24272c';
  return html`<a
    href="${address}"
    class="${accent ? 'button' : 'button second'}"
    style="display:inline-block;margin:0 0 8px;margin-inline-end:8px;padding:11px 22px;border-radius:6px;font-size:16px;line-height:22px;font-weight:600;text-decoration:none;${colours}"
    >${title}</a
  > `;
}

/**
 * A text with its data, each value in its own direction, so that an English name does not reorder an Arabic sentence. A `line`
 * is a sentence of the mail's language, with isolated values already.
 */
function isolated(text: string, data: MailData): Html[] {
  return text
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : part === 'line' ? html`${data[part]}` : html`<bdi>${data[part]}</bdi>`,
    );
}

const isolatedText = (text: string, data: MailData) =>
  text.split(/\{\{(\w+)\}\}/).map((part, index) => (index % 2 === 1 ? html`${data[part]}` : html`${part}`));
