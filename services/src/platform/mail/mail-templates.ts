import { html, type Html } from '../html.js';

/** Each mail with the data it is made of. */
export interface MailTemplates {
  welcome: { fullname: string; username: string; community: string; address: string };
}
export type MailTemplate = keyof MailTemplates;

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** English for now; a language's texts go into a map of their own beside it. */
const english: { [T in MailTemplate]: (data: MailTemplates[T]) => { subject: string; lines: string[]; link?: Link } } =
  {
    welcome: ({ fullname, username, community, address }) => ({
      subject: `Welcome to ${community}`,
      lines: [
        `Hello ${fullname},`,
        `your account ${username} at ${community} is ready. You can sign in with your user name or with this e-mail address.`,
      ],
      link: { title: `Open ${community}`, address },
    }),
  };

interface Link {
  title: string;
  address: string;
}

/** A mail's subject and both its bodies. Data is only ever text: it is escaped in the HTML and cannot break a header's line. */
export function mailText<T extends MailTemplate>(template: T, data: MailTemplates[T], _language?: string): MailText {
  const { subject, lines, link } = english[template](data);
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: [...lines, ...(link ? [`${link.title}: ${link.address}`] : [])].join('\n\n') + '\n',
    html: page(lines, link).text,
  };
}

const page = (lines: string[], link?: Link): Html =>
  html`<!doctype html>
    <html>
      <head>
        <meta charset="utf-8" />
      </head>
      <body>
        ${lines.map((line) => html`<p>${line}</p>`)} ${link && html`<p><a href="${link.address}">${link.title}</a></p>`}
      </body>
    </html>`;
