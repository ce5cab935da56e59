import { asciiDigits } from '@paddock/contract/core/digits';
import { Checkbox } from '@paddock/ui/choice';
import { PasswordInput, TextArea, TextInput } from '@paddock/ui/field';
import { Select, SelectOrText } from '@paddock/ui/select';
import { useState } from 'react';
import { useFormat } from '../i18n/i18n';
import { type ControlProps, looksOf } from './control';
import { useCodeText, useFormText } from './form-text';
import { useTextCheck } from './text-check';
import { isFailed, OptionsFailed, optionsIn } from './options-failed';

export function InputControl(props: ControlProps<'input'>) {
  const codeText = useCodeText();
  const { data, value, onChange, onBlur, error } = props;
  const { inputType = 'text', autoComplete, autoCapitalize, placeholder, check } = data;
  const plain = inputType !== 'text' || autoCapitalize === 'none';
  const counter = useCounter(String(value), data.max);
  const checked = useTextCheck(check, String(value));
  const [typed, setTyped] = useState('');
  const isNumber = inputType === 'number';
  return (
    <TextInput
      {...looksOf(props)}
      {...(check && {
        error: error ?? (checked.code !== undefined && codeText(data, { code: checked.code })),
        help: <span role="status">{checked.pending ? check.pending : data.help}</span>,
      })}
      counter={counter}
      {...{ autoComplete, autoCapitalize, placeholder, onBlur }}
      // Browsers strip spaces from the value of `type=email`, so the input would differ from what was typed; the schema trims.
      type={inputType === 'email' || isNumber ? 'text' : inputType}
      inputMode={isNumber ? 'decimal' : inputType}
      spellCheck={plain ? false : undefined}
      dir="auto"
      // The form has ASCII digits. The input keeps the typed ones: another value would move the caret to the end.
      value={isNumber && asciiDigits(typed) === value ? typed : String(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(isNumber ? asciiDigits(text) : text);
      }}
    />
  );
}

export function PasswordControl(props: ControlProps<'password'>) {
  const t = useFormText();
  const { data, value, onChange, onBlur } = props;
  return (
    <PasswordInput
      {...looksOf(props)}
      autoComplete={data.autoComplete}
      showLabel={t('password.show')}
      hideLabel={t('password.hide')}
      value={String(value)}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function TextAreaControl(props: ControlProps<'textarea'>) {
  const { data, value, onChange, onBlur } = props;
  const counter = useCounter(String(value), data.max);
  return (
    <TextArea
      {...looksOf(props)}
      placeholder={data.placeholder}
      counter={counter}
      value={String(value)}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The remaining characters, shown from 10 down (A §5). Counts like the schema: trimmed, by code point. */
export function useCounter(text: string, max: number | undefined) {
  const t = useFormText();
  const format = useFormat();
  const left = max === undefined ? Infinity : max - [...text.trim()].length;
  if (left > 10) return undefined;
  return { text: format.number(left), spoken: t('characters_left', { count: left }), over: left < 0 };
}

export function CheckboxControl(props: ControlProps<'checkbox'>) {
  const { data, id, required, value, onChange, onBlur, error } = props;
  return (
    <Checkbox
      id={id}
      help={data.help}
      error={error}
      aria-required={required || undefined}
      disabled={data.readOnly}
      checked={value === true}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.checked)}
    >
      {data.label}
      {required && ' *'}
    </Checkbox>
  );
}

export function DropdownControl(props: ControlProps<'dropdown'>) {
  const t = useFormText();
  const { data, value, entered, onChange, onBlur } = props;
  const options = optionsIn(data, entered);
  if (isFailed(options))
    return <OptionsFailed id={props.id} label={data.label} required={props.required} query={options} />;
  const shared = {
    ...looksOf(props),
    options: options ?? [],
    disabled: options === undefined,
    placeholder: options ? (data.placeholder ?? t('choose')) : t('loading'),
    value: value === '' ? null : String(value),
    onChange,
    onBlur,
  };
  return data.last_option_is_text ? <SelectOrText {...shared} textLabel={t('own_text')} /> : <Select {...shared} />;
}
