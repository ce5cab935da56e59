import { Button } from '@paddock/ui/button';
import { Field, FieldError } from '@paddock/ui/field';
import { useErrorText } from '../i18n/i18n';
import type { ChoiceData, ChoicesData, FormValues, FailedRead, Offered } from './form-data';
import { useFormText } from './form-text';

/** The options of a field, given the other fields' values. */
export const optionsIn = ({ options }: Pick<ChoiceData | ChoicesData, 'options'>, entered: FormValues): Offered =>
  typeof options === 'function' ? options(entered) : options;

export const isFailed = (offered: object | undefined): offered is FailedRead =>
  offered !== undefined && 'error' in offered;

interface NotReadProps {
  id: string;
  label: string;
  required: boolean;
  query: FailedRead;
}

/** Replaces a field whose options failed to load: shows the error and Retry. */
export function OptionsFailed({ id, label, required, query }: NotReadProps) {
  const t = useFormText();
  const errorText = useErrorText();
  return (
    <Field id={id} label={label} required={required} group="group">
      {() => (
        <div className="stack gap-2" role="alert">
          <FieldError>{errorText(query.error)}</FieldError>
          <div>
            <Button id={id} size="s" variant="outline" pending={query.isFetching} onPress={() => void query.refetch()}>
              {t('retry')}
            </Button>
          </div>
        </div>
      )}
    </Field>
  );
}
