import { payLabel } from '@paddock/contract/core/money';
import { html, type Html } from '../../../../infrastructure/html.js';
import { fromProviderAmount } from '../../provider-amounts.js';
import type { CheckoutSession } from '../checkout.js';
import type { Subscription } from '../subscriptions.js';
import { pageTexts, type PageLanguage, type PageTexts } from './page-texts.js';

const whole = (language: PageLanguage, title: string, body: Html, script?: string) =>
  html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/test-provider/style.css" />
      </head>
      <body>
        ${body} ${script !== undefined && html`<script src="/test-provider/${script}"></script>`}
      </body>
    </html>`.text;

const notice = (t: PageTexts, withCards: boolean) => html`
  <div class="notice">
    <b>${t.notice}</b>
    ${withCards && t.hint}
  </div>
  ${
    withCards &&
    html`<details>
      <summary>${t.more}</summary>
      <ul>
        ${[
          ['4000 0000 0000 0002', t.declined],
          ['4000 0000 0000 9995', t.insufficient],
          ['4000 0025 0000 3155', t.asks],
          ['4000 0000 0000 0077', t.later],
          ['4000 0000 0000 0341', t.once],
        ].map(([number, text]) => html`<li><bdi dir="ltr">${number}</bdi> ${text}</li>`)}
      </ul>
    </details>`
  }
`;

const cardFields = (t: PageTexts) => html`
  <label>
    ${t.number}
    <input name="number" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="23" required />
  </label>
  <label class="half">
    ${t.expiry}
    <input
      name="expiry"
      dir="ltr"
      inputmode="numeric"
      autocomplete="off"
      placeholder="${t.expiryHint}"
      maxlength="7"
      required
    />
  </label>
  <label class="half">
    ${t.cvc}
    <input name="cvc" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="4" required />
  </label>
`;

/** The card form in its frame. */
export function cardPage(language: PageLanguage): string {
  const t = pageTexts(language);
  const body = html`<form novalidate data-unreachable="${t.failed}" data-incomplete="${t.incomplete}">
    ${cardFields(t)} ${notice(t, true)}
  </form>`;
  return whole(language, t.notice, body, 'frame.js');
}

/** The page that takes the place of a bank. */
export function challengePage(language: PageLanguage): string {
  const t = pageTexts(language);
  const body = html`<form class="dialog" novalidate data-unreachable="${t.failed}">
    <h1>${t.challenge}</h1>
    <p>${t.challengeText}</p>
    <button class="main half" type="button" value="yes">${t.complete}</button>
    <button class="half" type="button" value="no">${t.fail}</button>
    ${notice(t, false)}
  </form>`;
  return whole(language, t.challenge, body, 'frame.js');
}

/** A hosted page of checkout. `method`: a card whose bank asks first. */
export function checkoutPage(
  language: PageLanguage,
  session: CheckoutSession,
  { error, method }: { error?: string | undefined; method?: string | undefined } = {},
): string {
  const t = pageTexts(language);
  const total = payLabel(fromProviderAmount(session.amount_total, session.currency), session.currency);
  const card = html`${notice(t, true)}
    <label>
      ${t.email}
      <input name="email" type="email" autocomplete="email" value="${session.customer_email ?? ''}" />
    </label>
    ${cardFields(t)}
    <button class="main" type="submit">${t.subscribe}</button>`;
  const asked = html`<p>${t.challengeText}</p>
    <input type="hidden" name="method" value="${method}" />
    <button class="main half" name="answer" value="yes">${t.complete}</button>
    <button class="half" name="answer" value="no">${t.fail}</button>`;
  const body = html`<main>
    <h1>${method === undefined ? t.subscribe : t.challenge}</h1>
    <p class="total"><span>${t.total}</span><bdi dir="ltr">${total}</bdi></p>
    ${error !== undefined && html`<p class="error" role="alert"><span dir="auto">${error}</span></p>`}
    <form method="post">${method === undefined ? card : asked}</form>
    ${session.cancel_url !== null && html`<a class="button" href="${session.cancel_url}">${t.cancel}</a>`}
  </main>`;
  return whole(language, t.subscribe, body);
}

export function closedPage(language: PageLanguage): string {
  const t = pageTexts(language);
  return whole(
    language,
    t.notice,
    html`<main>
      <h1>${t.notice}</h1>
      <p>${t.closed}</p>
    </main>`,
  );
}

/** The page on which a subscriber cancels, continues, or replaces the card. */
export function portalPage(
  language: PageLanguage,
  { return_url }: { return_url: string },
  subscriptions: readonly Subscription[],
  error?: string,
): string {
  const t = pageTexts(language);
  const stateOf = ({ status, cancel_at_period_end, items }: Subscription) => {
    const end = new Date(items.data[0].current_period_end * 1000);
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(end);
    if (status === 'canceled') return t.ended;
    if (status === 'past_due') return t.pastDue;
    return (cancel_at_period_end ? t.ending : t.active).replace('{date}', date);
  };
  const row = (subscription: Subscription) =>
    html`<p>${stateOf(subscription)}</p>
      ${
        subscription.status !== 'canceled' &&
        html`<form method="post">
            <input type="hidden" name="subscription" value="${subscription.id}" />
            <button name="act" value="${subscription.cancel_at_period_end ? 'resume' : 'end'}">
              ${subscription.cancel_at_period_end ? t.resume : t.endAtPeriod}
            </button>
          </form>
          <form method="post">
            <input type="hidden" name="subscription" value="${subscription.id}" />
            ${cardFields(t)}
            <button name="act" value="card">${t.replaceCard}</button>
          </form>`
      }`;
  const body = html`<main>
    <h1>${t.portal}</h1>
    ${notice(t, false)}
    ${error !== undefined && html`<p class="error" role="alert"><span dir="auto">${error}</span></p>`}
    ${subscriptions.length > 0 ? subscriptions.slice(0, 1).map(row) : html`<p>${t.none}</p>`}
    <a class="button" href="${return_url}">${t.back}</a>
  </main>`;
  return whole(language, t.portal, body);
}
