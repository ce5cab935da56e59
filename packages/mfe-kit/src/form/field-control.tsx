import { Button } from '@paddock/ui/button';
import { FieldError } from '@paddock/ui/field';
import { type LazyPart, lazyPart, useLazyPart } from '@paddock/ui/lazy';
import { Spinner } from '@paddock/ui/spinner';
import { type ComponentType, useCallback, useState } from 'react';
import type { ControlProps } from './control';
import type { FieldData } from './form-data';
import { useFormText } from './form-text';
import { CheckboxControl, DropdownControl, InputControl, PasswordControl, TextAreaControl } from './simple-controls';

type Type = FieldData['type'];
type Control = ComponentType<ControlProps<never>>;

const atOnce: Partial<Record<Type, Control>> = {
  input: InputControl,
  password: PasswordControl,
  textarea: TextAreaControl,
  checkbox: CheckboxControl,
  dropdown: DropdownControl,
};

const later = (load: () => Promise<Control>) => lazyPart(load);

const small = () => import('./small-controls-chunk');

/** Controls that few forms need load with the first field of their type. */
const fetched: Partial<Record<Type, LazyPart<Control>>> = {
  choices: later(() => small().then((part) => part.ChoicesControl)),
  'select-group': later(() => small().then((part) => part.SelectGroupControl)),
  'date-time-picker': later(() => import('./date-time-control').then((part) => part.DateTimeControl)),
  color: later(() => small().then((part) => part.ColorControl)),
  crop: later(() => small().then((part) => part.CropControl)),
  icon: later(() => small().then((part) => part.IconControl)),
  'username-autocompletion': later(() => small().then((part) => part.PeopleControl)),
  contacts: later(() => small().then((part) => part.ContactsControl)),
  'upload-secure-file': later(() => import('./upload-control').then((part) => part.UploadControl)),
  comment: later(() => small().then((part) => part.CommentControl)),
};

export function FieldControl(props: ControlProps) {
  const { type } = props.data;
  const Known = atOnce[type] as ComponentType<ControlProps> | undefined;
  if (Known) return <Known {...props} />;
  return <FetchedControl part={fetched[type] as unknown as LazyPart<ComponentType<ControlProps>>} {...props} />;
}

function FetchedControl({ part, ...props }: ControlProps & { part: LazyPart<ComponentType<ControlProps>> }) {
  const t = useFormText();
  const [failed, setFailed] = useState(false);
  const [Control] = useLazyPart(
    part,
    !failed,
    useCallback(() => setFailed(true), []),
  );
  if (Control) return <Control {...props} />;
  return (
    <div className="stack gap-2">
      <p className="label">{props.data.label}</p>
      {failed ? (
        <>
          <FieldError>{t('not_loaded')}</FieldError>
          <div>
            <Button id={props.id} size="s" onPress={() => setFailed(false)}>
              {t('retry')}
            </Button>
          </div>
        </>
      ) : (
        <Spinner label={t('loading')} />
      )}
    </div>
  );
}
