import { useRef } from 'react';
import type { ReactNode } from 'react';
import { ImagePlus, Plus, X } from 'lucide-react';
import { IconButton } from '../../primitives/button/button';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { FileRow } from '../../primitives/media/media';
import { UploadAdd, UploadSlot, UploadSlots } from '../upload-slot/upload-slot';

export interface UploadItem {
  id: string;
  name: string;
  state: 'uploading' | 'loaded' | 'error';
  /** 0 to 100; shows 99 at most until the file is loaded. */
  percent?: number | undefined;
  /** URL of a picture once it is loaded. */
  src?: string | undefined;
  /** "820 kB", below the name in its row. */
  meta?: string | undefined;
  /** Address that opens the file. */
  href?: string | undefined;
  /** The reason of its rejection; shown below the slots. */
  error?: string | undefined;
}

export interface UploadFieldProps extends FieldLooks {
  value: readonly UploadItem[];
  /** Called with files from the member's device, possibly more than the free slots. */
  onPick: (files: File[]) => void;
  onRemove: (id: string) => void;
  onBlur?: (() => void) | undefined;
  /** The `accept` attribute of the input: 'image/*,.pdf'. */
  accept?: string | undefined;
  /** Maximum number of files; 1 by default. */
  max?: number | undefined;
  /** Loaded files cannot be removed or replaced. */
  modificationDisabled?: boolean | undefined;
  /** Shows a row below the slots for every loaded file, for documents; pictures show in their slots. */
  rows?: boolean | undefined;
  words: {
    /** "Add a file". */
    add: string;
    /** "Remove notes.pdf". */
    remove: (name: string) => string;
  };
  /** Formats a percentage in the member's language. */
  format?: ((percent: number) => string) | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** Slots for uploading files, and rows for loaded ones. */
export function UploadField(props: UploadFieldProps) {
  const { label, required, optional, aside, help, error, id, className, value, onPick, onRemove, onBlur } = props;
  const { accept, max = 1, modificationDisabled, rows = false, words, format, disabled, readOnly } = props;
  const input = useRef<HTMLInputElement>(null);
  const fixed = disabled || readOnly;
  const room = max - value.length;
  const refused = value.filter((item) => item.state === 'error' && item.error);
  const removable = (item: UploadItem) => !fixed && (!modificationDisabled || item.state !== 'loaded');
  const below: ReactNode = error ?? (refused.length > 0 ? refusals(refused) : undefined);
  const slots = value.filter((item) => !(rows && item.state === 'loaded' && !item.src));
  const adds = room > 0 && !readOnly;
  const pictures = accept?.startsWith('image/') ?? false;
  return (
    <Field {...{ id, label, required, optional, aside, help, className }} error={below} group="group">
      {(control) => (
        <div className="stack gap-2" onBlur={onBlur} {...(adds ? {} : { id: control.id, tabIndex: -1 })}>
          {(slots.length > 0 || adds) && (
            <UploadSlots>
              {slots.map((item) => (
                <UploadSlot
                  key={item.id}
                  name={item.name}
                  state={item.state}
                  {...(item.percent === undefined ? {} : { percent: item.percent })}
                  {...(item.src === undefined ? {} : { src: item.src })}
                  {...(item.error === undefined ? {} : { error: item.error })}
                  {...(format ? { format } : {})}
                  {...(removable(item)
                    ? { removeLabel: words.remove(item.name), onRemove: () => onRemove(item.id) }
                    : {})}
                />
              ))}
              {adds && (
                <UploadAdd
                  id={control.id}
                  describedBy={control['aria-describedby']}
                  label={words.add}
                  icon={pictures ? ImagePlus : Plus}
                  disabled={disabled ?? false}
                  onPress={() => input.current?.click()}
                />
              )}
            </UploadSlots>
          )}
          {rows &&
            value
              .filter((item) => item.state === 'loaded' && !item.src)
              .map((item) => (
                <FileRow
                  key={item.id}
                  type={typeOf(item.name)}
                  name={item.name}
                  {...(item.meta === undefined ? {} : { meta: item.meta })}
                  {...(item.href === undefined ? {} : { href: item.href })}
                  end={
                    removable(item) && (
                      <IconButton icon={X} label={words.remove(item.name)} onPress={() => onRemove(item.id)} />
                    )
                  }
                />
              ))}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={words.add}
            accept={accept}
            multiple={room > 1}
            disabled={disabled}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              // Allow selecting the same file again after its removal.
              event.currentTarget.value = '';
              if (files.length > 0) onPick(files);
            }}
          />
        </div>
      )}
    </Field>
  );
}

const refusals = (items: readonly UploadItem[]) =>
  items.map((item) => (
    <span key={item.id} className="stack">
      <span>
        <bdi>{item.name}</bdi>: {item.error}
      </span>
    </span>
  ));

/** Returns 'PDF' for 'notes.pdf'. */
const typeOf = (name: string) => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '';
