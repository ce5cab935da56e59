import { Composer } from '@paddock/ui/composer';
import { FieldError } from '@paddock/ui/field';
import type { ControlProps } from './control';
import { useFormText } from './form-text';
import { useCounter } from './simple-controls';

/** A composer whose send button submits the form. */
export function CommentControl(props: ControlProps<'comment'>) {
  const t = useFormText();
  const { data, id, error, value, onChange, send, pending } = props;
  const counter = useCounter(String(value), data.max);
  return (
    <div className="stack gap-2">
      <Composer
        ref={(text) => {
          if (text) text.id = id;
        }}
        width="feed"
        label={data.label}
        placeholder={data.label}
        sendLabel={t('send')}
        value={String(value)}
        onChange={onChange}
        onSend={send}
        pending={pending}
        counter={counter}
        disabled={data.readOnly}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
