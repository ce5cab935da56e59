import { describe, expect, it } from '@jest/globals';
import type { MailTemplate, MailTemplates } from './mail-data.js';
import { mailText } from './mail-templates.js';
import { arabic } from './texts/ar.js';
import { english } from './texts/en.js';

const samples: MailTemplates = {
  welcome: { fullname: 'Ann Ace', username: 'ann', community: 'Meridian', address: 'https://x.example/a' },
  email_pin: {
    fullname: 'Ann Ace',
    username: 'ann',
    community: 'Meridian',
    pin: '048213',
    address: 'https://x.example/a',
    minutes: 10,
  },
  invitation: { inviter: 'Ann Ace', community: 'Meridian', address: 'https://x.example/a' },
  email_change: { fullname: 'Ann Ace', username: 'ann', community: 'Meridian', pin: '048213', minutes: 10 },
  email_change_begun: {
    fullname: 'Ann Ace',
    community: 'Meridian',
    email: 'ann@new.example.org',
    address: 'https://x.example/k',
  },
  address_in_use: { community: 'Meridian', login: 'https://x.example/l', reset: 'https://x.example/r' },
  address_unproved: { community: 'Meridian', signup: 'https://x.example/s' },
  reset_password: { fullname: 'Ann Ace', community: 'Meridian', address: 'https://x.example/a', minutes: 60 },
  password_changed: { fullname: 'Ann Ace', community: 'Meridian', reset: 'https://x.example/r' },
  security_changed: {
    fullname: 'Ann Ace',
    community: 'Meridian',
    change: 'passkey_added',
    reset: 'https://x.example/r',
  },
  access_requested: {
    fullname: 'Ann Ace',
    applicant: 'Bob Box',
    username: 'bob',
    email: 'bob@example.org',
    company: 'Box & Sons',
    user_type: 'Driver',
    community: 'Meridian',
    grant: 'https://x.example/g',
    deny: 'https://x.example/d',
  },
  group_requested: {
    fullname: 'Ann Ace',
    applicant: 'Bob Box',
    username: 'bob',
    company: 'Box & Sons',
    group: 'Pit wall',
    workplace: 'Porto works',
    community: 'Meridian',
    accept: 'https://x.example/a',
    ignore: 'https://x.example/i',
  },
  booking_requested: {
    fullname: 'Ann Ace',
    applicant: 'Bob Box',
    email: 'bob@x.example',
    company: 'Box & Sons',
    room: 'Briefing room',
    from: 'Monday, 30 November at 14:00',
    to: 'Monday, 30 November at 15:00',
    comment: 'Race debrief',
    workplace: 'Porto works',
    community: 'Meridian',
    confirm: 'https://x.example/c',
    reject: 'https://x.example/r',
    unsubscribe: 'https://x.example/u',
  },
  due_receipt: {
    fullname: 'Ann Ace',
    community: 'Meridian',
    title: 'Season fee',
    amount: '120.00 EUR',
    number: '000012',
    day: '30 November 2026',
    address: 'https://x.example/d',
    attachment: 'JVBERi0=',
    attachment_name: 'Receipt 000012.pdf',
  },
  access_granted: { fullname: 'Ann Ace', community: 'Meridian', address: 'https://x.example/a' },
  access_denied: { fullname: 'Ann Ace', community: 'Meridian' },
  account_deleted: { fullname: 'Ann Ace', community: 'Meridian' },
  notice: {
    community: 'Meridian',
    subject: 'Bob mentioned you',
    line: 'Bob mentioned you in Pit wall:',
    workplace: 'Porto works',
    quote: '@ann bring the wets',
    action: 'Open the shout',
    address: 'https://x.example/a',
    unsubscribe: 'https://x.example/u',
  },
};
const each = (Object.keys(samples) as MailTemplate[]).flatMap((template) =>
  (['en', 'ar'] as const).map((language) => ({ template, language })),
);
const escaped = (value: string) => value.replaceAll('&', '&amp;');

describe(mailText, () => {
  const notInBodies = new Set(['community', 'subject', 'minutes', 'change', 'attachment', 'attachment_name']);
  it.each(each)('renders all of $template in $language, in both bodies', ({ template, language }) => {
    const data = samples[template];
    const { subject, text, html } = mailText(template, data, language, { accent: '#ff5b1f' });
    expect(subject + text + html).not.toMatch(/\{\{|undefined|NaN/);
    const shown = Object.entries(data).filter(([name]) => !notInBodies.has(name));
    for (const [, value] of shown as [string, string][]) {
      expect(text).toContain(value);
      expect(html).toContain(escaped(value));
    }
    expect(html).toContain(language === 'ar' ? 'lang="ar" dir="rtl"' : 'lang="en" dir="ltr"');
  });

  it.each(each)('loads no external resource for $template in $language', ({ template, language }) => {
    const { html } = mailText(template, samples[template], language, { accent: '#ff5b1f' });
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video|form|base)\b|url\(|@import|src=/i);
  });

  it.each(each)('uses only declared data in $template in $language', ({ template, language }) => {
    const words = { en: english, ar: arabic }[language].mails[template];
    const named = [...JSON.stringify(words).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!);
    for (const name of named) expect(Object.keys(samples[template])).toContain(name);
  });

  it('has the same buttons and facts in both languages', () => {
    for (const template of Object.keys(samples) as MailTemplate[]) {
      const [en, ar] = [english.mails[template], arabic.mails[template]];
      expect(ar.actions?.map(({ link }) => link)).toEqual(en.actions?.map(({ link }) => link));
      expect(ar.facts?.map(({ value }) => value)).toEqual(en.facts?.map(({ value }) => value));
      expect(ar.lines.length).toBe(en.lines.length);
    }
  });

  it('falls back to English for a language without texts', () => {
    expect(mailText('welcome', samples.welcome, 'pt_BR').subject).toBe('Welcome to Meridian');
    expect(mailText('welcome', samples.welcome, 'toString').subject).toBe('Welcome to Meridian');
  });

  it.each([
    ['en', 1, 'for one minute'],
    ['en', 10, 'for 10 minutes'],
    ['ar', 1, 'لدقيقة واحدة'],
    ['ar', 2, 'لدقيقتين'],
    ['ar', 10, '10 دقائق'],
    ['ar', 60, '60 دقيقة'],
  ])('counts in %s: %i', (language, minutes, expected) => {
    expect(mailText('reset_password', { ...samples.reset_password, minutes }, language).text).toContain(expected);
  });

  it('names the account of a PIN, and tells other readers to do nothing', () => {
    const mail = mailText('email_pin', { ...samples.email_pin, username: 'box_lap' });
    expect(mail.text).toMatch(/used to sign up for Meridian as box_lap[^]*there is nothing to do/);
    expect(mailText('email_pin', { ...samples.email_pin, username: 'box_lap' }, 'ar').text).toContain('box_lap');
  });

  it("names the change in the mail's language", () => {
    const textIn = (language: string) => mailText('security_changed', samples.security_changed, language).text;
    expect(textIn('en')).toContain('A passkey was added: it signs in without the password.');
    expect(textIn('ar')).toContain('أُضيف مفتاح مرور');
  });

  it('omits missing facts', () => {
    const { company: _, user_type: __, ...without } = samples.access_requested;
    const { text, html } = mailText('access_requested', without);
    expect(text + html).not.toMatch(/Company|Type/);
  });

  it('keeps data from becoming markup or a header', () => {
    const wild = {
      fullname: '<img src=x onerror=alert(1)>',
      username: '"><script>',
      community: 'A\r\nBcc: eve@example.org\u0000',
      address: 'https://x.example/"onclick="x',
    };
    const mail = mailText('welcome', wild);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html).not.toMatch(/<img|<script|"onclick/);
    expect(mail.subject).toBe('Welcome to A Bcc: eve@example.org ');
  });

  it('keeps a name on one line, without links or direction overrides', () => {
    const fullname = 'Iris\r\n\r\nYour account is locked: http://evil.example/x now\n\nann@evil.example \u202Egnp.exe';
    for (const mail of [
      mailText('email_pin', { ...samples.email_pin, fullname }),
      mailText('access_requested', { ...samples.access_requested, applicant: fullname, company: fullname }),
    ]) {
      const all = mail.subject + mail.text + mail.html;
      expect(all).not.toMatch(/evil\.example|:\/\/evil|\S@evil|\u202E/);
      expect(mail.text).not.toMatch(/^\s*Your account/m);
      expect(all).toContain('Iris Your account is locked: http evil. example/x now');
    }
    const quote = 'one\n\u202Etwo https://meridian.example';
    expect(mailText('notice', { ...samples.notice, quote }).text).toContain('> one\n> two https://meridian.example');
  });

  it('expands no placeholders or replacement patterns in data', () => {
    const { text } = mailText('welcome', { ...samples.welcome, fullname: '{{username}} $& $1' });
    expect(text).toContain('Hello {{username}} $& $1,');
  });
});
