import { type CommentSubject, countCharacters, type ShoutCard } from '@paddock/contract/calls/shouts';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { Composer } from '@paddock/ui/composer';
import { ChartBarBig } from 'lucide-react';
import { type Ref, Suspense, useEffect, useRef } from 'react';
import { pastedFiles } from '../attaching/pasted-files';
import { AttachedSlots } from '../attaching/use-attachments';
import type { Editing } from './use-editing';
import { useMentions } from './use-mentions';
import type { Posting } from './use-posting';

/** The counter appears when this many characters are left (A §5). */
const counterThreshold = 10;

interface ShoutComposerProps {
  label: string;
  /** The draft that the composer writes and sends. It takes the focus whenever a text returns to it. */
  posting: Pick<Posting, 'text' | 'setText' | 'attaching' | 'send' | 'takenBack'>;
  /** Called before a post is sent. */
  onSend?: () => void;
  /** Opens the form of a new poll; without it there is no button. */
  onPoll?: (() => void) | undefined;
  /** Called at each keystroke, to signal typing. */
  onTyping?: () => void;
  editing: Editing;
  /** Chat entry id of the conversation, or the record that is commented on: its readers are suggested for mentions. */
  conversation: string | CommentSubject;
  /** One line above the text box. */
  note?: string;
  width?: 'conversation' | 'feed';
  autoFocus?: boolean;
  /** Called for Escape in an empty composer. */
  onLeave?: () => void;
}

/** The composer of shouts, comments and edits. */
export function ShoutComposer(props: ShoutComposerProps) {
  const { label, posting, onSend, onPoll, onTyping, editing, conversation, note, width, autoFocus, onLeave } = props;
  const { attaching, takenBack } = posting;
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  const platform = usePlatform();
  const toast = useToast();
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { shout: edited } = editing;
  useEffect(() => {
    if (edited || autoFocus || takenBack > 0) box.current?.focus();
  }, [edited, autoFocus, takenBack]);

  const value = edited ? editing.text : posting.text;
  const change = (next: string) => {
    if (edited) return editing.setText(next);
    posting.setText(next);
    onTyping?.();
  };
  const { mentions, onCaret } = useMentions({ text: value, setText: change, conversation, box });
  const send = () => {
    onSend?.();
    posting.send();
  };
  const left = flags.maxCharCount - countCharacters(value.trim());
  const attach = (files: readonly File[], pictures?: boolean) => {
    attaching.add(files, pictures);
    box.current?.focus();
  };
  const takePicture = () => platform.takePicture().then((picture) => picture && attach([picture], true), toast.error);
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const composer = (
    <Composer
      ref={box}
      value={value}
      onChange={change}
      mentions={mentions}
      onCaret={onCaret}
      onSend={edited ? editing.save : send}
      extra={onPoll && !edited && <IconButton icon={ChartBarBig} dense label={t('new_poll')} onPress={onPoll} />}
      onLeave={onLeave}
      label={label}
      placeholder={label}
      sendLabel={t(edited ? 'save' : 'send')}
      pending={editing.pending}
      enterSends={matchMedia('(hover: hover) and (pointer: fine)').matches}
      note={note}
      width={width}
      // A text is optional beside pictures and files, also in an edit.
      filled={edited ? edited.images.length + edited.files.length > 0 : attaching.items.length > 0}
      {...(left <= counterThreshold && {
        counter: { text: format.number(left), spoken: t('characters_left', { count: left }), over: left < 0 },
      })}
      {...(edited && {
        edit: {
          text: editLine(t, edited, editing),
          over: editing.over,
          cancelLabel: t('cancel'),
          onCancel: editing.cancel,
        },
      })}
      {...(!edited &&
        flags.max_files > 0 && {
          attach: { label: t('attach'), onPress: () => picker.current?.click() },
          drop: { label: t('drop_files'), onFiles: attach },
          onPaste: (event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            attach(files);
          },
          ...(isPhone &&
            platform.has('camera') && { camera: { label: t('take_picture'), onPress: () => void takePicture() } }),
        })}
      {...(!edited &&
        attaching.draft &&
        (attaching.items.length > 0 || attaching.fault) && {
          attachments: (
            <Suspense>
              <AttachedSlots draft={attaching.draft} items={attaching.items} fault={attaching.fault} />
            </Suspense>
          ),
          held: attaching.held,
        })}
    />
  );
  return (
    <>
      {composer}
      <FilePicker ref={picker} label={t('attach')} onFiles={attach} />
    </>
  );
}

interface FilePickerProps {
  label: string;
  onFiles: (files: File[]) => void;
  ref: Ref<HTMLInputElement>;
}

/** A hidden file input: the composer's button clicks it. */
function FilePicker({ label, onFiles, ref }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Allow choosing the same file again after its removal.
        currentTarget.value = '';
        onFiles(files);
      }}
    />
  );
}

/** A longer edit window shows no countdown. */
const maxCountdownMinutes = 60;

function editLine(t: ReturnType<typeof useText>, shout: ShoutCard, { over, minutesLeft }: Editing): string {
  if (over) return t('edit_over');
  const what = t(shout.in_reply_to === undefined ? 'editing_shout' : 'editing_comment');
  return minutesLeft < maxCountdownMinutes ? `${what} · ${t('time_left', { count: minutesLeft })}` : what;
}
