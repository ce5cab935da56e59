import type { UserCard } from '@paddock/contract/calls/users';
import { firstName } from '@paddock/contract/core/first-name';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { DaySeparator, NewLine, TypingLine } from '@paddock/ui/bubbles';
import type { Posting } from '../composing/use-posting';
import { dayOf, nearDay } from '../timeline/day-of';
import { type RowProps, ShoutBubble } from './shout-bubble';
import type { TimelineItem } from './timeline';
import { UnsentBubble } from './unsent-bubble';

interface TimelineRowProps extends RowProps {
  item: TimelineItem;
  posting: Pick<Posting, 'retry' | 'edit' | 'discard'>;
  /** The conversation has no composer for the member. */
  readOnly: boolean;
}

/** One item of a conversation's timeline. */
export function TimelineRow({ item, ...rest }: TimelineRowProps) {
  const t = useText();
  const format = useFormat();
  switch (item.kind) {
    case 'day': {
      const near = nearDay(item.instant, rest.now);
      return <DaySeparator>{near ? t(near) : dayOf(format, item.instant, rest.now)}</DaySeparator>;
    }
    case 'new':
      return <NewLine>{t('new', { count: item.count })}</NewLine>;
    case 'shout':
      return <ShoutBubble message={item} {...rest} />;
    case 'unsent':
      return <UnsentBubble message={item} posting={rest.posting} readOnly={rest.readOnly} />;
    case 'typing':
      return <TypingLine indented={rest.group}>{typingText(t, item.users)}</TypingLine>;
  }
}

function typingText(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map(firstName);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}
