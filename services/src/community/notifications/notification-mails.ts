import { Injectable } from '@nestjs/common';
import type { MailingType } from '@paddock/contract/calls/users';
import { isolate } from '@paddock/contract/core/isolate';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { fillTemplate } from '../../infrastructure/mail/mail-templates.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';
import type { NotificationContent } from './notification-kind.js';
import { arabic } from './texts/ar.js';
import { english } from './texts/en.js';
import type { MailedKind, NotificationTexts, NotificationWords } from './texts/notification-texts.js';
import { UnsubscribeAddresses } from './unsubscribe-addresses.js';

/** Texts by language; a language without texts uses English. */
const texts: Readonly<Record<string, NotificationTexts>> = { en: english, ar: arabic };

export interface NotificationMail {
  /** Two mails with the same key are one mail. */
  key: string;
  type: MailingType;
  words: MailedKind;
  recipient: UserRow;
  content: NotificationContent;
}

/** Sends notifications as mails, in the member's language and with an unsubscribe address. */
@Injectable()
export class NotificationMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
    private readonly unsubscribing: UnsubscribeAddresses,
  ) {}

  async queue(tenant: Tenant, { key, type, words: name, recipient, content }: NotificationMail): Promise<void> {
    const config = this.communities.find(tenant.community);
    if (!config) return;
    const language = languageOf(config, recipient.language);
    const words = (Object.hasOwn(texts, language) ? texts[language]! : english)[name];
    const { title: community, workplaces } = this.communities.inLanguage(config, language);
    const facts = { ...content.facts, community };
    const workplace = workplaces.length > 1 ? workplaces.find(({ id }) => id === tenant.workplace)?.title : undefined;
    await this.mailer.queue(tenant, {
      key,
      to: recipient.email,
      template: 'notice',
      data: {
        community,
        subject: fillTemplate(words.subject, facts),
        line: fillTemplate(lineOf(words, facts), isolateFacts(facts)),
        ...(workplace !== undefined && { workplace }),
        ...(content.quote && { quote: content.quote }),
        ...(content.calendar && { calendar: content.calendar.file, calendar_method: content.calendar.method }),
        action: words.action,
        address: this.address.pageIn(tenant, content.mailAddress ?? content.address),
        unsubscribe: this.unsubscribing.address(tenant, recipient, type),
      },
      language,
    });
  }
}

function lineOf({ lines }: NotificationWords, facts: Record<string, string>): string {
  const isComplete = (line: string) => [...line.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => facts[name!]);
  return lines.find(isComplete) ?? lines.at(-1)!;
}

const isolateFacts = (facts: Record<string, string>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, isolate(value)]));
