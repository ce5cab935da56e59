import { type Feedback, markFeedbackRead, readFeedback, removeFeedback } from '@paddock/contract/calls/feedback';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { NewDot } from '@paddock/ui/badge';
import { IconButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Empty } from '@paddock/ui/state';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import column from '../list-column.module.css';
import { useSeen } from './use-seen';
import styles from './feedback.module.css';

/** What members wrote to the admins of the workplace, newest first. */
export function FeedbackInbox() {
  const t = useText();
  const back = useBack('/main/admin');
  const toast = useToast();
  const cache = useCallCache();
  const remove = useCallMutation(removeFeedback);
  const [asking, setAsking] = useState<Feedback | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const query = useCallInfinite(
    readFeedback,
    { count: 30 },
    { live: true, next: ({ next }) => (next === null ? null : { before: next }) },
  );
  const rows = (query.data?.pages.flatMap(({ feedbacks }) => feedbacks) ?? []).filter(({ id }) => !gone.includes(id));
  const { mutate: markRead } = useCallMutation(markFeedbackRead, { invalidates: [readFeedback] });
  const isNew = useSeen(rows, (id) => markRead({ id }));
  const confirm = async ({ id }: Feedback) => {
    try {
      await remove.mutateAsync({ id });
      setGone((now) => [...now, id]);
      void cache.refresh(readFeedback);
    } catch (error) {
      toast.error(error);
    }
    setAsking(null);
  };
  return (
    <Pane label={t('feedback.inbox')} surface="canvas">
      <ScreenHeader title={t('feedback.inbox')} column back={{ label: t('back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <List
            id="feedback"
            label={t('feedback.inbox')}
            rows={rows}
            rowKey={({ id }) => id}
            query={query}
            shape="person"
            divider="avatar-m"
            empty={<Empty title={t('feedback.empty')} text={t('feedback.empty_text')} />}
            render={(feedback) => (
              <FeedbackRow feedback={feedback} isNew={isNew(feedback)} onRemove={() => setAsking(feedback)} />
            )}
          />
        </div>
      </Scroll>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t('feedback.remove_title')}
        text={t('feedback.remove_text')}
        confirmLabel={t('feedback.confirm')}
        cancelLabel={t('applicants.cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => asking && void confirm(asking)}
      />
    </Pane>
  );
}

interface FeedbackRowProps {
  feedback: Feedback;
  isNew: boolean;
  onRemove: () => void;
}

function FeedbackRow({ feedback: { user, msg, created }, isNew, onRemove }: FeedbackRowProps) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const name = user?.fullname ?? t('feedback.gone');
  return (
    <div className={styles.row}>
      <PersonAvatar id={user?.id ?? ''} name={name} src={user?.profile_image} size="m" />
      <div className="grow">
        <p className="medium truncate">
          <bdi>{name}</bdi> {isNew && <NewDot label={t('notifications.new')} />}
        </p>
        <p className={styles.msg} dir="auto">
          {msg}
        </p>
        <p className="label text-tertiary">{format.relative(created, now)}</p>
      </div>
      <IconButton icon={Trash2} label={t('feedback.remove', { name })} onPress={onRemove} />
    </div>
  );
}
